import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;

/** Reads documents as most generators made in Java do; prints what the parser says of each. */
public class Parsed {
  public static void main(String[] files) {
    ParseOptions options = new ParseOptions();
    options.setResolve(true);
    int faults = 0;
    for (String file : files) {
      var read = new OpenAPIV3Parser().readLocation(file, null, options);
      for (String message : read.getMessages()) {
        System.out.println(file + ": " + message);
        faults += 1;
      }
      if (read.getOpenAPI() == null) {
        System.out.println(file + " is not read");
        faults += 1;
      }
    }
    System.exit(faults == 0 ? 0 : 1);
  }
}

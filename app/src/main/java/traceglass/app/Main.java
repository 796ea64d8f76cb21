package traceglass.app;

import java.util.OptionalInt;
import traceglass.app.cli.CommonLines;
import traceglass.app.cli.Root;
import traceglass.app.io.StandardOutput;

/// Where the program starts.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        StandardOutput.install();
        OptionalInt code = CommonLines.run(args);
        System.exit(StandardOutput.end(code.isPresent() ? code.getAsInt() : Root.run(args)));
    }
}

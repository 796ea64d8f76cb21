package traceglass.app.start;

import java.util.OptionalInt;
import traceglass.app.cli.CommonLines;
import traceglass.app.cli.Root;
import traceglass.app.io.StandardOutput;

/// The entry point of the program.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        StandardOutput.install();
        OptionalInt code = CommonLines.run(args);
        System.exit(StandardOutput.end(code.isPresent() ? code.getAsInt() : Root.run(args)));
    }
}

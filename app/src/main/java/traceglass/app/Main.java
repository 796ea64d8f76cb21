package traceglass.app;

import traceglass.app.cli.CommonLines;
import traceglass.app.cli.Root;
import traceglass.app.cli.StandardOutput;

/// Where the program starts.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        StandardOutput.install();
        int code = CommonLines.run(args).orElseGet(() -> Root.run(args));
        System.exit(StandardOutput.end(code));
    }
}

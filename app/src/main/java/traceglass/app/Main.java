package traceglass.app;

import traceglass.app.cli.CommonLines;
import traceglass.app.cli.Root;

/// Where the program starts.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        int code = CommonLines.run(args).orElseGet(() -> Root.run(args));
        System.out.flush();
        System.exit(code);
    }
}

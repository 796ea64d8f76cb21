package traceglass.app.start;

import traceglass.app.cli.Root;
import traceglass.app.io.StandardOutput;

/// The entry point of the program.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        LanguageChoice.apply(args);
        StandardOutput.install();
        System.exit(StandardOutput.exitCode(Root.run(args)));
    }
}

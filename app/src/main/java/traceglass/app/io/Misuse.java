package traceglass.app.io;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// Makes what is thrown where a command line says what cannot be done.
///
/// Made here only, and as what every class knows: the virtual machine would load the library's own classes, from its
/// jar, before anything else of each start, to check the classes that throw them.
public final class Misuse {

    private Misuse() {}

    /// @param message one sentence about arguments that do not go together, or that are missing
    public static RuntimeException of(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /// @param message one sentence about a word that is none of what the option takes
    public static RuntimeException ofValue(String message) {
        return new TypeConversionException(message);
    }
}

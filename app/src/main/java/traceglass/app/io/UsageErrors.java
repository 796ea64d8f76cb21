package traceglass.app.io;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// Creates the exceptions for invalid command lines.
///
/// Their types are declared only here and returned as RuntimeException: otherwise the virtual machine would load
/// picocli's exception classes from its jar at each start, to verify the classes that throw them.
public final class UsageErrors {

    private UsageErrors() {}

    /// Creates an exception for a combination of arguments.
    ///
    /// @param message one sentence about arguments that are missing or can't be combined
    public static RuntimeException of(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /// Creates an exception for the value of an option.
    ///
    /// @param message one sentence about the invalid value
    public static RuntimeException ofValue(String message) {
        return new TypeConversionException(message);
    }
}

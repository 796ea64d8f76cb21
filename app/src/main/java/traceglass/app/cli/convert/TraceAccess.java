package traceglass.app.cli.convert;

import java.nio.file.Path;
import traceglass.app.io.Failure;
import traceglass.store.TraceStore;

/// The program's way to the trace named in the arguments of a command.
public interface TraceAccess {

    /// Receiver of a trace file.
    interface FileUser {
        void use(Path file) throws Failure;
    }

    /// Passes the trace file to a command that reads it without a store; a stream is copied to a temporary file
    /// first.
    ///
    /// @param trace a trace or a project; `-` is standard input
    void withFile(Path trace, FileUser user) throws Failure;

    /// Opens a trace with the options of the command line.
    TraceStore open(Path trace) throws Failure;
}

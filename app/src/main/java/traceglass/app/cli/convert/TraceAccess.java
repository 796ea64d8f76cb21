package traceglass.app.cli.convert;

import java.nio.file.Path;
import traceglass.app.io.Failure;
import traceglass.app.symbols.SymbolChoices;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Opens the trace named in the arguments of a command, with the options of the command line.
public interface TraceAccess {

    /// Receiver of a trace file.
    interface FileAction {
        void run(Path file) throws Failure;
    }

    /// Passes the trace file to a command that reads it without a store; a stream is copied to a temporary file
    /// first.
    ///
    /// @param trace a trace or a project; `-` is standard input
    void withFile(Path trace, FileAction action) throws Failure;

    /// Opens a trace with the options of the command line; tables are loaded when they are first queried.
    ///
    /// @param trace a trace or a project; `-` is standard input
    TraceStore open(Path trace) throws Failure;

    /// Opens a trace like [#open] and loads the tables that the statements read as early as possible.
    ///
    /// @param sql the statements that will be run
    /// @param trace a trace or a project; `-` is standard input
    TraceStore openFor(String sql, Path trace) throws Failure;

    /// Opens a trace with all tables.
    ///
    /// @param trace a trace or a project; `-` is standard input
    TraceStore openLoaded(Path trace) throws Failure;

    /// Opens a trace with the options of the command line, to write all of it in another format. The memory is
    /// bounded for traces of any size.
    ///
    /// @param isWhole whether all tables will be read
    TraceStore openToWrite(Path trace, boolean isWhole) throws Failure;

    /// Opens a trace as it is in the file, without symbols that were added to it before.
    TraceStore openUnchanged(Path trace) throws Failure;

    /// Returns the files and servers with symbols that the options of the command line name.
    ///
    /// @throws Failure if one of them does not exist
    SymbolChoices symbols() throws Failure;

    /// Returns the options for stores, which name the cache folder.
    StoreOptions options();
}

package traceglass.ingest.tracker.stack;

import java.util.HashMap;
import java.util.Map;
import traceglass.store.table.StringPool;

/// Frames of formats that identify functions by name rather than by address. Each library becomes one mapping without
/// addresses.
public final class NamedFrames {

    /// Line number of a frame whose line is unknown.
    public static final long NO_LINE = -1;

    private final StackProfiles stacks;
    private final StringPool strings;
    private final String defaultLibrary;
    private final Map<String, StackProfiles.Mapping> libraries = new HashMap<>();

    /// @param defaultLibrary mapping name of functions whose library is unknown
    public NamedFrames(StackProfiles stacks, StringPool strings, String defaultLibrary) {
        this.stacks = stacks;
        this.strings = strings;
        this.defaultLibrary = defaultLibrary;
    }

    /// Returns the row of the frame of a function, adding it if it is new.
    ///
    /// @param library name or path of the library or executable, or null
    public int frame(String library, String function) {
        return mapping(library).frame(0, strings.intern(function), -1, NO_LINE);
    }

    /// Returns the row of the frame at a source line of a function, adding it if it is new.
    ///
    /// @param library name or path of the library or executable, or null
    /// @param file path of the source file, or null
    /// @param line line, from 1; [#NO_LINE] if unknown
    public int frame(String library, String function, String file, long line) {
        return file == null && line == NO_LINE
                ? frame(library, function)
                : mapping(library).dummyFrame(strings.intern(function), file == null ? -1 : strings.intern(file), line);
    }

    /// Returns the mapping of a library, adding it if it is new.
    ///
    /// @param library name or path of the library or executable, or null
    public StackProfiles.Mapping mapping(String library) {
        return libraries.computeIfAbsent(library == null ? defaultLibrary : library, stacks::dummy);
    }

    /// Returns the row of a callsite, adding it if it is new.
    ///
    /// @param parent callsite of the caller; -1 for the outermost one
    public int callsite(int parent, int frame) {
        return stacks.callsite(parent, frame);
    }
}

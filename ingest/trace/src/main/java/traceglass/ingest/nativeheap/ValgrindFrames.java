package traceglass.ingest.nativeheap;

import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Frames as Valgrind writes them: `0x4A5: main (demo.c:12)`, `0x4A5: f (in /lib/libx.so)`, `0x4A5: ???`.
final class ValgrindFrames {

    private final NamedFrames frames;

    ValgrindFrames(ImportContext context) {
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[unknown]");
    }

    /// Returns the row of a frame.
    int frame(String text) {
        String remainder = text.strip();
        int colon = remainder.startsWith("0x") ? remainder.indexOf(": ") : -1;
        String address = colon < 0 ? "" : remainder.substring(0, colon);
        remainder = colon < 0 ? remainder : remainder.substring(colon + 2);
        int open = remainder.endsWith(")") ? remainder.lastIndexOf(" (") : -1;
        if (open < 0) {
            return frames.frame(null, name(remainder, address));
        }
        String name = name(remainder.substring(0, open), address);
        String location = remainder.substring(open + 2, remainder.length() - 1);
        if (location.startsWith("in ")) {
            return frames.frame(location.substring(3), name);
        }
        int end = location.lastIndexOf(':');
        long line = end < 0 ? NamedFrames.NO_LINE : parseNumber(location.substring(end + 1));
        // Parentheses of a function signature do not contain a source location.
        return line < 0
                ? frames.frame(null, name(remainder, address))
                : frames.frame(null, name, location.substring(0, end), line);
    }

    private static String name(String name, String address) {
        return name.isEmpty() || name.equals("???") ? address.isEmpty() ? "[unknown]" : address : name;
    }

    private static long parseNumber(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return NamedFrames.NO_LINE;
        }
    }

    /// Returns the row of a callsite, adding it if it is new.
    ///
    /// @param parent callsite of the caller, -1 for the outermost
    int callsite(int parent, int frame) {
        return frames.callsite(parent, frame);
    }
}

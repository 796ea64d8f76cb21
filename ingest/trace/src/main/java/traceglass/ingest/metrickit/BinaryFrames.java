package traceglass.ingest.metrickit;

import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Frames of stacks, which are offsets in binaries. Only App Store Connect adds the names of functions.
final class BinaryFrames {

    /// Lowest address at which 64-bit programs are loaded.
    private static final long MIN_LOAD_ADDRESS = 1L << 32;
    /// Size of a page in bytes.
    private static final long PAGE_SIZE = 4096;
    private static final String HEX = "0x";
    /// Maximum number of frames of stacks that are always added.
    private static final int MAX_SHALLOW_FRAMES = 1024;
    /// Maximum total number of frames of deeper stacks that share no callsites.
    private static final int MAX_DEEP_FRAMES = 1 << 21;

    private final StackProfiles stacks;
    private final StringPool strings;
    private final StatsTracker.View stats;
    private int deepFrames;

    BinaryFrames(ImportContext context) {
        stacks = context.stackProfiles();
        strings = context.strings();
        stats = context.stats();
    }

    /// Returns the row of a frame.
    ///
    /// @param names names of binaries by UUID in lower case, for frames that contain only the UUID
    int frame(Map<?, ?> frame, Map<String, String> names) {
        String uuid = JsonTree.text(frame, "binaryUUID").toLowerCase(Locale.ROOT);
        String named = JsonTree.text(frame, "binaryName");
        String binary = named.isEmpty() ? names.getOrDefault(uuid, "") : named;
        String library = !binary.isEmpty() ? binary : uuid.isEmpty() ? "[unknown]" : uuid;
        StackProfiles.Mapping mapping =
                stacks.mapping(new StackProfiles.MappingParams(library, uuid.replace("-", ""), 0, -1, 0, 0, 0));
        long offset = offset(frame);
        String symbol = JsonTree.text(frame, "symbolName");
        String file = JsonTree.text(frame, "fileName");
        long line = number(frame, "lineNumber");
        int name = strings.intern(symbol.isEmpty() ? library + "+0x" + Long.toHexString(offset) : symbol);
        return mapping.frame(offset, name, file.isEmpty() ? -1 : strings.intern(file), line > 0 ? line : -1);
    }

    /// Counts a stack that shares no callsites with others. Returns whether it may be added; if not, it is counted
    /// as skipped.
    boolean canAddStack(int depth) {
        if (depth > MAX_SHALLOW_FRAMES) {
            if (depth > MAX_DEEP_FRAMES - deepFrames) {
                stats.increment(StatNames.METRICKIT_STACK_SKIPPED);
                return false;
            }
            deepFrames += depth;
        }
        return true;
    }

    int callsite(int parent, int frame) {
        return stacks.callsite(parent, frame);
    }

    /// Returns the offset from the start of the binary. iOS 14 wrote the address at which the binary was loaded in
    /// its place.
    private static long offset(Map<?, ?> frame) {
        long offset = number(frame, "offsetIntoBinaryTextSegment");
        long address = number(frame, "address");
        boolean isLoadAddress = offset >= MIN_LOAD_ADDRESS && offset % PAGE_SIZE == 0 && offset <= address;
        return isLoadAddress ? address - offset : offset > 0 ? offset : Math.max(0, address);
    }

    /// Returns a member as a number, which may be a decimal string or, after `0x`, a hexadecimal one; 0 if it is
    /// neither.
    static long number(Map<?, ?> object, String key) {
        Object value = object.get(key);
        if (value instanceof String text && text.regionMatches(true, 0, HEX, 0, HEX.length())) {
            try {
                return Long.parseUnsignedLong(text, HEX.length(), text.length(), 16);
            } catch (NumberFormatException e) {
                return 0;
            }
        }
        return JsonTree.toLong(value);
    }
}

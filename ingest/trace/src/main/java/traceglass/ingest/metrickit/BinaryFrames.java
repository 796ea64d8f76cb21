package traceglass.ingest.metrickit;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.table.StringPool;

/// Frames of stacks, which are offsets in binaries. Only App Store Connect adds the names of functions.
final class BinaryFrames {

    /// Start of the memory above which 64-bit programs are loaded, and the size of pages.
    private static final long LOADED_FROM = 1L << 32;
    private static final long PAGE = 4096;

    private final StackProfiles stacks;
    private final StringPool strings;
    private final Map<String, StackProfiles.Mapping> mappings = new HashMap<>();

    BinaryFrames(ImportContext context) {
        stacks = context.stackProfiles();
        strings = context.strings();
    }

    /// Returns the row of a frame.
    ///
    /// @param names names of binaries by UUID in lower case, for frames that contain only the UUID
    int frame(Map<?, ?> frame, Map<String, String> names) {
        String uuid = text(frame, "binaryUUID").toLowerCase(Locale.ROOT);
        String named = text(frame, "binaryName");
        String binary = named.isEmpty() ? names.getOrDefault(uuid, "") : named;
        String library = !binary.isEmpty() ? binary : uuid.isEmpty() ? "[unknown]" : uuid;
        StackProfiles.Mapping mapping = mappings.computeIfAbsent(
                library + '\n' + uuid,
                key -> stacks.mapping(new StackProfiles.MappingParams(library, uuid.replace("-", ""), 0, -1, 0, 0, 0)));
        long offset = offset(frame);
        String symbol = text(frame, "symbolName");
        String file = text(frame, "fileName");
        long line = number(frame.get("lineNumber"));
        int name = strings.intern(symbol.isEmpty() ? library + "+0x" + Long.toHexString(offset) : symbol);
        return mapping.frame(offset, name, file.isEmpty() ? -1 : strings.intern(file), line > 0 ? line : -1);
    }

    int callsite(int parent, int frame) {
        return stacks.callsite(parent, frame);
    }

    /// Returns the offset from the start of the binary. iOS 14 wrote the address at which the binary was loaded in
    /// its place.
    private static long offset(Map<?, ?> frame) {
        long offset = number(frame.get("offsetIntoBinaryTextSegment"));
        long address = number(frame.get("address"));
        boolean isLoadAddress = offset >= LOADED_FROM && offset % PAGE == 0 && offset <= address;
        return isLoadAddress ? address - offset : offset > 0 ? offset : Math.max(0, address);
    }

    static String text(Map<?, ?> object, String key) {
        return object.get(key) instanceof String text ? text : "";
    }

    /// Returns a number, which may be a text in decimal or hexadecimal; 0 if there is none.
    static long number(@Nullable Object value) {
        if (value instanceof Number n) {
            return n.longValue();
        }
        if (value instanceof String text && !text.isEmpty()) {
            try {
                return Long.decode(text);
            } catch (NumberFormatException e) {
                return 0;
            }
        }
        return 0;
    }
}

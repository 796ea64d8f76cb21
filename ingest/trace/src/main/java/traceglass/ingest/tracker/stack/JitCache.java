package traceglass.ingest.tracker.stack;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// A range of a process's memory that a virtual machine compiles functions into: rows of `__intrinsic_jit_code`.
/// Nothing tells when a function is gone; it is taken to be when another is put over it. A frame in the range is one of
/// the function that was there when the frame was first seen: a row of `__intrinsic_jit_frame`.
public final class JitCache {

    private final StatsTracker.View stats;
    private final StringPool strings;
    private final Table symbols;
    private final Table code;
    private final Table jitFrames;
    private final String name;
    private final long start;
    private final long end;
    private final AddressMap<Function> functions = new AddressMap<>();
    private final Map<Place, Integer> unknownFrames = new HashMap<>();

    private record Place(int mapping, long relPc) {}

    private record Function(int codeRow, int nameId, long symbolSet, Map<Place, Integer> frames) {}

    JitCache(TraceStorage storage, StatsTracker.View stats, String name, long start, long end) {
        this.stats = stats;
        this.name = name;
        this.start = start;
        this.end = end;
        strings = storage.strings();
        symbols = storage.table("__intrinsic_stack_profile_symbol");
        code = storage.table("__intrinsic_jit_code");
        jitFrames = storage.table("__intrinsic_jit_frame");
    }

    String name() {
        return name;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /// A function was compiled to a place of the range, and what was there is gone.
    ///
    /// @param sourceFile id of the path of its source, -1 if it has none
    /// @param line in that file, 0 if unknown
    /// @param bytes its machine code, empty if it was not recorded
    /// @return row in `__intrinsic_jit_code`
    public int load(long ts, int utid, long from, long to, int nameId, int sourceFile, long line, byte[] bytes) {
        long symbolSet = LongColumn.NULL;
        if (sourceFile >= 0) {
            int symbol = symbols.addRow();
            symbolSet = symbol;
            symbols.longs("symbol_set_id").set(symbol, symbol);
            symbols.strings("name").set(symbol, nameId);
            symbols.strings("source_file").set(symbol, sourceFile);
            symbols.longs("line_number").set(symbol, line);
        }
        int row = code.addRow();
        code.longs("create_ts").set(row, ts);
        code.ints("utid").set(row, utid);
        code.longs("start_address").set(row, from);
        code.longs("size").set(row, to - from);
        code.strings("function_name").set(row, nameId);
        code.strings("native_code_base64")
                .set(row, strings.intern(Base64.getEncoder().encodeToString(bytes)));
        functions.putInstead(from, to, new Function(row, nameId, symbolSet, new HashMap<>()), f -> gone(f, ts));
        return row;
    }

    /// The function at one address now begins at another, and what was there is gone.
    public void move(long ts, long from, long to) {
        AddressMap.Range<Function> old = functions.find(from);
        if (old == null) {
            return;
        }
        functions.remove(old.start());
        functions.putInstead(to, AddressMap.end(to, old.end() - old.start()), old.value(), f -> gone(f, ts));
    }

    private void gone(Function function, long ts) {
        code.longs("estimated_delete_ts").set(function.codeRow, ts);
    }

    /// The frame at a place of a mapping that lies in the range.
    ///
    /// @param nameId what the profiler says the function is called, for places that no function is known at
    int frame(StackProfiles.Mapping mapping, long relPc, int nameId) {
        Place place = new Place(mapping.row(), relPc);
        AddressMap.Range<Function> range = functions.find(mapping.toAddress(relPc));
        if (range == null) {
            return unknownFrames.computeIfAbsent(place, p -> unknown(mapping, relPc, nameId));
        }
        Function f = range.value();
        return f.frames.computeIfAbsent(place, p -> {
            int frame = mapping.newFrame(relPc, f.nameId, f.symbolSet);
            int row = jitFrames.addRow();
            jitFrames.ints("jit_code_id").set(row, f.codeRow);
            jitFrames.ints("frame_id").set(row, frame);
            return frame;
        });
    }

    private int unknown(StackProfiles.Mapping mapping, long relPc, int nameId) {
        stats.increment("jit_unknown_frame");
        boolean named = nameId != StringPool.NULL && !strings.get(nameId).isEmpty();
        return mapping.newFrame(
                relPc, named ? nameId : strings.intern("[+0x" + Long.toHexString(relPc) + "]"), LongColumn.NULL);
    }
}

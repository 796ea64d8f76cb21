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

/// Memory range of a process into which a virtual machine compiles functions: rows of `__intrinsic_jit_code`. The
/// removal of a function is not reported; it is assumed when another function is written over it. A frame in the range
/// refers to the function that was at its address when the frame was first seen: a row of `__intrinsic_jit_frame`.
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
    private final Map<MappedAddress, Integer> unknownFrames = new HashMap<>();

    private record MappedAddress(int mapping, long relPc) {}

    private record Function(int codeRow, int nameId, long symbolSet, Map<MappedAddress, Integer> frames) {}

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

    /// Adds a compiled function, replacing the code in its address range.
    ///
    /// @param sourceFile string id of the path of the source file; -1 if there is none
    /// @param line line in that file; 0 if unknown
    /// @param bytes machine code; empty if it was not recorded
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
        functions.putReplacing(
                from, to, new Function(row, nameId, symbolSet, new HashMap<>()), f -> markDeleted(f, ts));
        return row;
    }

    /// Moves the function at one address to another, replacing the code there.
    public void move(long ts, long from, long to) {
        AddressMap.Range<Function> old = functions.find(from);
        if (old == null) {
            return;
        }
        functions.remove(old.start());
        functions.putReplacing(to, AddressMap.end(to, old.end() - old.start()), old.value(), f -> markDeleted(f, ts));
    }

    private void markDeleted(Function function, long ts) {
        code.longs("estimated_delete_ts").set(function.codeRow, ts);
    }

    /// Returns the frame at a relative address of a mapping within this range.
    ///
    /// @param nameId string id of the function name given by the profiler, used if no function is known at this
    ///     address
    int frame(StackProfiles.Mapping mapping, long relPc, int nameId) {
        MappedAddress address = new MappedAddress(mapping.row(), relPc);
        AddressMap.Range<Function> range = functions.find(mapping.toAddress(relPc));
        if (range == null) {
            return unknownFrames.computeIfAbsent(address, p -> unknown(mapping, relPc, nameId));
        }
        Function f = range.value();
        return f.frames.computeIfAbsent(address, p -> {
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

package traceglass.ingest.tracker.stack;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
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
        symbols = storage.table(TableNames.StackProfileSymbol.TABLE);
        code = storage.table(TableNames.JitCode.TABLE);
        jitFrames = storage.table(TableNames.JitFrame.TABLE);
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
            symbols.longs(TableNames.StackProfileSymbol.SYMBOL_SET_ID).set(symbol, symbol);
            symbols.strings(TableNames.StackProfileSymbol.NAME).set(symbol, nameId);
            symbols.strings(TableNames.StackProfileSymbol.SOURCE_FILE).set(symbol, sourceFile);
            symbols.longs(TableNames.StackProfileSymbol.LINE_NUMBER).set(symbol, line);
        }
        int row = code.addRow();
        code.longs(TableNames.JitCode.CREATE_TS).set(row, ts);
        code.ints(TableNames.JitCode.UTID).set(row, utid);
        code.longs(TableNames.JitCode.START_ADDRESS).set(row, from);
        code.longs(TableNames.JitCode.SIZE).set(row, to - from);
        code.strings(TableNames.JitCode.FUNCTION_NAME).set(row, nameId);
        code.strings(TableNames.JitCode.NATIVE_CODE_BASE64)
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
        code.longs(TableNames.JitCode.ESTIMATED_DELETE_TS).set(function.codeRow, ts);
    }

    /// Returns the frame at a relative address of a mapping within this range.
    ///
    /// @param nameId string id of the function name given by the profiler, used if no function is known at this
    ///     address
    int frame(StackProfiles.Mapping mapping, long relPc, int nameId) {
        MappedAddress address = new MappedAddress(mapping.row(), relPc);
        AddressMap.Range<Function> range = functions.find(mapping.toAddress(relPc));
        if (range == null) {
            return unknownFrames.computeIfAbsent(address, p -> unknownFrame(mapping, relPc, nameId));
        }
        Function f = range.value();
        return f.frames.computeIfAbsent(address, p -> {
            int frame = mapping.newFrame(relPc, f.nameId, f.symbolSet);
            int row = jitFrames.addRow();
            jitFrames.ints(TableNames.JitFrame.JIT_CODE_ID).set(row, f.codeRow);
            jitFrames.ints(TableNames.JitFrame.FRAME_ID).set(row, frame);
            return frame;
        });
    }

    private int unknownFrame(StackProfiles.Mapping mapping, long relPc, int nameId) {
        stats.increment(StatNames.JIT_UNKNOWN_FRAME);
        boolean isNamed = nameId != StringPool.NULL && !strings.get(nameId).isEmpty();
        return mapping.newFrame(
                relPc, isNamed ? nameId : strings.intern("[+0x" + Long.toHexString(relPc) + "]"), LongColumn.NULL);
    }
}

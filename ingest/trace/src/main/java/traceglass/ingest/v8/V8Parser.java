package traceglass.ingest.v8;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Base64;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.stack.JitCache;
import traceglass.protos.chrome.V8CodeDefaultsDecoder;
import traceglass.protos.chrome.V8CodeMove;
import traceglass.protos.chrome.V8InternalCode;
import traceglass.protos.chrome.V8JsCode;
import traceglass.protos.chrome.V8RegExpCode;
import traceglass.protos.chrome.V8WasmCode;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacketDefaultsDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses packets about code that V8 compiled or moved.
public final class V8Parser implements PacketParser {

    private static final int NONE = -1;

    private final ImportContext context;
    private final StringPool strings;
    private final V8Isolates isolates;
    private final V8Scripts scripts;

    public V8Parser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        isolates = new V8Isolates(context);
        scripts = new V8Scripts(context);
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.V8_JS_CODE_FIELD_NUMBER,
            TracePacket.V8_INTERNAL_CODE_FIELD_NUMBER,
            TracePacket.V8_WASM_CODE_FIELD_NUMBER,
            TracePacket.V8_REG_EXP_CODE_FIELD_NUMBER,
            TracePacket.V8_CODE_MOVE_FIELD_NUMBER
        };
    }

    @Override
    public void parse(long ts, Packet packet) {
        try {
            switch (packet.field()) {
                case TracePacket.V8_JS_CODE_FIELD_NUMBER ->
                    handleJs(ts, packet.state(), packet.decode(V8JsCode.parser()));
                case TracePacket.V8_INTERNAL_CODE_FIELD_NUMBER ->
                    handleInternal(ts, packet.state(), packet.decode(V8InternalCode.parser()));
                case TracePacket.V8_WASM_CODE_FIELD_NUMBER ->
                    handleWasm(ts, packet.state(), packet.decode(V8WasmCode.parser()));
                case TracePacket.V8_REG_EXP_CODE_FIELD_NUMBER ->
                    handleRegExp(ts, packet.state(), packet.decode(V8RegExpCode.parser()));
                default -> move(ts, packet.state(), packet.decode(V8CodeMove.parser()));
            }
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
        }
    }

    private void handleJs(long ts, SequenceState state, V8JsCode code) {
        int isolate = isolate(state, code.getV8IsolateIid());
        int utid = thread(state, isolate, code.hasTid(), code.getTid());
        int function = utid == NONE
                ? NONE
                : V8Sequence.of(state).function(context, state, scripts, code.getV8JsFunctionIid(), isolate);
        if (function == NONE) {
            return;
        }
        boolean isInterpreted = code.getTier() == V8JsCode.Tier.TIER_IGNITION;
        if (!isInterpreted && code.getTier() == V8JsCode.Tier.TIER_UNKNOWN) {
            context.stats().increment(StatNames.V8_UNKNOWN_CODE_TYPE);
            return;
        }
        // Depending on its flags, V8 gives interpreted functions separate native frames, which are in the code
        // range.
        JitCache cache = cache(isolate, code.getInstructionStart(), code.getInstructionSizeBytes(), !isInterpreted);
        int jitCode = NONE;
        if (cache != null) {
            jitCode = load(
                    cache,
                    ts,
                    utid,
                    code.getInstructionStart(),
                    code.getInstructionSizeBytes(),
                    scripts.functionName(function),
                    scripts.scriptName(function),
                    scripts.functionLine(function),
                    code.getMachineCode());
        } else if (!isInterpreted) {
            return;
        }
        Table table = context.storage().table(TableNames.V8JsCode.TABLE);
        int row = table.addRow();
        table.ints(TableNames.V8JsCode.V8_JS_FUNCTION_ID).set(row, function);
        table.strings(TableNames.V8JsCode.TIER).set(row, tier(code.getTier()));
        if (jitCode != NONE) {
            table.ints(TableNames.V8JsCode.JIT_CODE_ID).set(row, jitCode);
        } else {
            table.strings(TableNames.V8JsCode.BYTECODE_BASE64)
                    .set(
                            row,
                            strings.intern(Base64.getEncoder()
                                    .encodeToString(code.getBytecode().toByteArray())));
        }
    }

    private void handleInternal(long ts, SequenceState state, V8InternalCode code) {
        int isolate = isolate(state, code.getV8IsolateIid());
        int utid = thread(state, isolate, code.hasTid(), code.getTid());
        JitCache cache =
                utid == NONE ? null : cache(isolate, code.getInstructionStart(), code.getInstructionSizeBytes(), true);
        if (cache == null) {
            return;
        }
        int name = code.hasName() ? strings.intern(code.getName()) : StringPool.NULL;
        int jitCode = load(
                cache,
                ts,
                utid,
                code.getInstructionStart(),
                code.getInstructionSizeBytes(),
                name,
                NONE,
                0,
                code.getMachineCode());
        Table table = context.storage().table(TableNames.V8InternalCode.TABLE);
        int row = table.addRow();
        table.ints(TableNames.V8InternalCode.JIT_CODE_ID).set(row, jitCode);
        table.ints(TableNames.V8InternalCode.V8_ISOLATE_ID).set(row, isolate);
        table.strings(TableNames.V8InternalCode.FUNCTION_NAME).set(row, name);
        table.strings(TableNames.V8InternalCode.CODE_TYPE)
                .set(row, strings.intern(code.getType().name().substring("TYPE_".length())));
    }

    private void handleWasm(long ts, SequenceState state, V8WasmCode code) {
        int isolate = isolate(state, code.getV8IsolateIid());
        int script = isolate == NONE
                ? NONE
                : V8Sequence.of(state).wasmScript(context, state, scripts, code.getV8WasmScriptIid(), isolate);
        int utid = script == NONE ? NONE : thread(state, isolate, code.hasTid(), code.getTid());
        JitCache cache =
                utid == NONE ? null : cache(isolate, code.getInstructionStart(), code.getInstructionSizeBytes(), true);
        if (cache == null) {
            return;
        }
        int name = code.hasFunctionName() ? strings.intern(code.getFunctionName()) : StringPool.NULL;
        int jitCode = load(
                cache,
                ts,
                utid,
                code.getInstructionStart(),
                code.getInstructionSizeBytes(),
                name,
                NONE,
                0,
                code.getMachineCode());
        Table table = context.storage().table(TableNames.V8WasmCode.TABLE);
        int row = table.addRow();
        table.ints(TableNames.V8WasmCode.JIT_CODE_ID).set(row, jitCode);
        table.ints(TableNames.V8WasmCode.V8_ISOLATE_ID).set(row, isolate);
        table.ints(TableNames.V8WasmCode.V8_WASM_SCRIPT_ID).set(row, script);
        table.strings(TableNames.V8WasmCode.FUNCTION_NAME).set(row, name);
        table.strings(TableNames.V8WasmCode.TIER).set(row, tier(code.getTier()));
        // Perfetto's trace processor ignores the offset in the packet.
        table.ints(TableNames.V8WasmCode.CODE_OFFSET_IN_MODULE).set(row, 0);
    }

    private void handleRegExp(long ts, SequenceState state, V8RegExpCode code) {
        int isolate = isolate(state, code.getV8IsolateIid());
        int utid = thread(state, isolate, code.hasTid(), code.getTid());
        JitCache cache =
                utid == NONE ? null : cache(isolate, code.getInstructionStart(), code.getInstructionSizeBytes(), true);
        if (cache == null) {
            return;
        }
        int jitCode = load(
                cache,
                ts,
                utid,
                code.getInstructionStart(),
                code.getInstructionSizeBytes(),
                strings.intern("[RegExp]"),
                NONE,
                0,
                code.getMachineCode());
        Table table = context.storage().table(TableNames.V8RegexpCode.TABLE);
        int row = table.addRow();
        table.ints(TableNames.V8RegexpCode.JIT_CODE_ID).set(row, jitCode);
        table.ints(TableNames.V8RegexpCode.V8_ISOLATE_ID).set(row, isolate);
        table.strings(TableNames.V8RegexpCode.PATTERN).set(row, strings.intern(V8Text.of(code.getPattern())));
    }

    private void move(long ts, SequenceState state, V8CodeMove code) {
        int isolate = isolate(state, code.getIsolateIid());
        int utid = thread(state, isolate, code.hasTid(), code.getTid());
        if (utid == NONE || !code.hasFromInstructionStartAddress()) {
            return;
        }
        JitCache cache = cache(isolate, code.getFromInstructionStartAddress(), code.getInstructionSizeBytes(), true);
        if (cache != null) {
            cache.move(ts, code.getFromInstructionStartAddress(), code.getToInstructionStartAddress());
        }
    }

    private int isolate(SequenceState state, long iid) {
        return V8Sequence.of(state).isolate(context, state, isolates, iid);
    }

    /// Returns the thread that compiled the code, given by the packet or the sequence defaults. If neither has it,
    /// counts an error and returns [#NONE].
    private int thread(SequenceState state, int isolate, boolean hasTid, int tid) {
        if (isolate == NONE) {
            return NONE;
        }
        long thread = hasTid ? tid & 0xFFFF_FFFFL : defaultTid(state);
        if (thread == NONE) {
            context.stats().increment(StatNames.V8_NO_DEFAULTS);
            return NONE;
        }
        return context.processes().updateThread(thread, isolates.pid(isolate));
    }

    private static long defaultTid(SequenceState state) {
        byte[] bytes = state.defaultsBytes();
        if (bytes == null) {
            return NONE;
        }
        TracePacketDefaultsDecoder defaults = new TracePacketDefaultsDecoder();
        defaults.decode(bytes, 0, bytes.length);
        V8CodeDefaultsDecoder code = defaults.v8CodeDefaults(new V8CodeDefaultsDecoder());
        return code.hasTid() ? Integer.toUnsignedLong(code.tid()) : NONE;
    }

    /// Returns the cache that contains the code. A missing cache is counted as an error only if `isRequired` is true.
    private JitCache cache(int isolate, long start, long size, boolean isRequired) {
        if (size == 0) {
            context.stats().increment(StatNames.V8_CODE_LOAD_MISSING_CODE_RANGE);
            return null;
        }
        JitCache cache = isolates.cache(isolate, start, AddressMap.end(start, size));
        if (cache == null && isRequired) {
            context.stats().increment(StatNames.V8_NO_CODE_RANGE);
        }
        return cache;
    }

    private static int load(
            JitCache cache, long ts, int utid, long start, long size, int name, int file, long line, ByteString bytes) {
        return cache.load(ts, utid, start, AddressMap.end(start, size), name, file, line, bytes.toByteArray());
    }

    private int tier(Enum<?> tier) {
        return strings.intern(tier.name().substring("TIER_".length()));
    }
}

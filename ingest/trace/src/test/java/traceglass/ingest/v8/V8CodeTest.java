package traceglass.ingest.v8;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.profiling.ProfilerTraceBuilder;
import traceglass.protos.chrome.InternedV8Isolate;
import traceglass.protos.chrome.InternedV8JsFunction;
import traceglass.protos.chrome.InternedV8JsScript;
import traceglass.protos.chrome.V8InternalCode;
import traceglass.protos.chrome.V8JsCode;
import traceglass.protos.chrome.V8WasmCode;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;

class V8CodeTest {

    private static final long CODE = 0x7000_0000L;

    private final ProfilerTraceBuilder builder = new ProfilerTraceBuilder();

    private static ByteString utf8(String s) {
        return ByteString.copyFrom(s, StandardCharsets.UTF_8);
    }

    /// Returns the first packet: an isolate with a code range, a script and two of its functions.
    private TracePacket.Builder start() {
        TracePacket.Builder p = builder.packet(10).setSequenceFlags(1);
        p.getTracePacketDefaultsBuilder().getV8CodeDefaultsBuilder().setTid(43);
        InternedData.Builder d = p.getInternedDataBuilder();
        InternedV8Isolate.Builder isolate =
                d.addV8IsolateBuilder().setIid(1).setPid(42).setIsolateId(5);
        isolate.getCodeRangeBuilder().setBaseAddress(CODE).setSize(0x10_000);
        isolate.setEmbeddedBlobCodeStartAddress(CODE + 0x8000).setEmbeddedBlobCodeSize(0x1000);
        d.addV8JsScriptBuilder()
                .setIid(1)
                .setScriptId(9)
                .setType(InternedV8JsScript.Type.TYPE_MODULE)
                .getNameBuilder()
                .setLatin1(ByteString.copyFrom("caf\u00e9.js", StandardCharsets.ISO_8859_1));
        d.addV8JsFunctionNameBuilder().setIid(1).setUtf16Le(ByteString.copyFrom("tick", StandardCharsets.UTF_16LE));
        d.addV8JsFunctionNameBuilder().setIid(2).setUtf16Be(ByteString.copyFrom(new byte[] {(byte) 0xD8, 0, 0, 'a', 0
        }));
        d.addV8JsFunctionBuilder()
                .setIid(1)
                .setV8JsFunctionNameIid(1)
                .setV8JsScriptIid(1)
                .setKind(InternedV8JsFunction.Kind.KIND_ARROW_FUNCTION)
                .setLine(12)
                .setColumn(3);
        d.addV8JsFunctionBuilder()
                .setIid(2)
                .setV8JsFunctionNameIid(2)
                .setV8JsScriptIid(1)
                .setIsToplevel(true)
                .setByteOffset(100);
        d.addMappingPathsBuilder().setIid(1).setStr(utf8("code"));
        d.addMappingsBuilder().setIid(1).setStart(CODE).setEnd(CODE + 0x10_000).addPathStringIds(1);
        return p;
    }

    private static void code(TracePacket.Builder packet, long function, V8JsCode.Tier tier, long ts, int size) {
        V8JsCode.Builder code = packet.getV8JsCodeBuilder()
                .setV8IsolateIid(1)
                .setV8JsFunctionIid(function)
                .setTier(tier);
        if (size > 0) {
            code.setInstructionStart(ts).setInstructionSizeBytes(size).setMachineCode(utf8("abc"));
        }
    }

    private void sample(long ts, long iid, long relPc) {
        TracePacket.Builder p = builder.packet(ts);
        p.getInternedDataBuilder()
                .addFramesBuilder()
                .setIid(iid)
                .setMappingId(1)
                .setRelPc(relPc);
        p.getInternedDataBuilder().addCallstacksBuilder().setIid(iid).addFrameIds(iid);
        p.getPerfSampleBuilder().setPid(42).setTid(43).setCallstackIid(iid);
    }

    @Test
    void namesSamplesByTheFunctionAtTheirAddressAtThatTime() throws Exception {
        code(start(), 1, V8JsCode.Tier.TIER_TURBOFAN, CODE + 0x100, 0x40);
        sample(20, 1, 0x110);
        sample(21, 2, 0x5000);
        code(builder.packet(30), 2, V8JsCode.Tier.TIER_MAGLEV, CODE + 0x120, 0x40);
        sample(40, 3, 0x130);
        builder.packet(50)
                .getV8CodeMoveBuilder()
                .setIsolateIid(1)
                .setFromInstructionStartAddress(CODE + 0x120)
                .setInstructionSizeBytes(0x40)
                .setToInstructionStartAddress(CODE + 0x5000);
        sample(60, 4, 0x5010);
        builder.read();
        assertEquals(
                "10 30 1879048448 64 tick YWJj; 30 null 1879048480 64 \uFFFD\uFFFD YWJj",
                builder.rows(
                        "jit_code",
                        "create_ts",
                        "estimated_delete_ts",
                        "start_address",
                        "size",
                        "function_name",
                        "native_code_base64"));
        int utid = builder.table("jit_code").ints("utid").get(0);
        assertEquals(43, builder.table("thread").longs("tid").get(utid));
        assertEquals(
                "tick 272; [+0x5000] 20480; \uFFFD\uFFFD 304; \uFFFD\uFFFD 20496",
                builder.rows("stack_profile_frame", "name", "rel_pc"));
        assertEquals("0 0; 1 2; 1 3", builder.rows("jit_frame", "jit_code_id", "frame_id"));
        assertEquals(
                "tick caf\u00e9.js 12; \uFFFD\uFFFD caf\u00e9.js 1",
                builder.rows("stack_profile_symbol", "name", "source_file", "line_number"));
        assertEquals(
                "0 9 MODULE caf\u00e9.js ",
                builder.rows("v8_js_script", "v8_isolate_id", "internal_script_id", "script_type", "name", "source"));
        assertEquals(
                "tick 0 0 ARROW_FUNCTION 12 3; \uFFFD\uFFFD 0 1 UNKNOWN 1 100",
                builder.rows("v8_js_function", "name", "v8_js_script_id", "is_toplevel", "kind", "line", "col"));
        assertEquals(
                "0 0 TURBOFAN null; 1 1 MAGLEV null",
                builder.rows("v8_js_code", "jit_code_id", "v8_js_function_id", "tier", "bytecode_base64"));
        assertEquals(1, builder.stat("jit_unknown_frame"));
    }

    @Test
    void storesInterpretedInternalWasmAndRegExpCodeInSeparateTables() throws Exception {
        V8JsCode.Builder ignition = start().getV8JsCodeBuilder()
                .setV8IsolateIid(1)
                .setV8JsFunctionIid(1)
                .setTier(V8JsCode.Tier.TIER_IGNITION);
        ignition.setInstructionStart(1).setInstructionSizeBytes(4).setBytecode(utf8("xyz"));
        builder.packet(20)
                .getV8InternalCodeBuilder()
                .setV8IsolateIid(1)
                .setName("RecordWrite")
                .setType(V8InternalCode.Type.TYPE_BUILTIN)
                .setInstructionStart(CODE + 0x8000)
                .setInstructionSizeBytes(16);
        TracePacket.Builder wasm = builder.packet(30);
        wasm.getInternedDataBuilder()
                .addV8WasmScriptBuilder()
                .setIid(1)
                .setScriptId(3)
                .setUrl("m.wasm")
                .setWireBytes(utf8("asm"));
        wasm.getV8WasmCodeBuilder()
                .setV8IsolateIid(1)
                .setTid(44)
                .setV8WasmScriptIid(1)
                .setFunctionName("f")
                .setTier(V8WasmCode.Tier.TIER_LIFTOFF)
                .setInstructionStart(CODE)
                .setInstructionSizeBytes(8);
        builder.packet(40)
                .getV8RegExpCodeBuilder()
                .setV8IsolateIid(1)
                .setInstructionStart(CODE + 64)
                .setInstructionSizeBytes(8)
                .getPatternBuilder()
                .setLatin1(utf8("a+"));
        builder.read();
        assertEquals("null IGNITION eHl6", builder.rows("v8_js_code", "jit_code_id", "tier", "bytecode_base64"));
        assertEquals(
                "0 0 RecordWrite BUILTIN",
                builder.rows("v8_internal_code", "jit_code_id", "v8_isolate_id", "function_name", "code_type"));
        assertEquals(
                "1 0 f LIFTOFF",
                builder.rows("v8_wasm_code", "jit_code_id", "v8_wasm_script_id", "function_name", "tier"));
        assertEquals("3 m.wasm YXNt", builder.rows("v8_wasm_script", "internal_script_id", "url", "wire_bytes_base64"));
        assertEquals("2 0 a+", builder.rows("v8_regexp_code", "jit_code_id", "v8_isolate_id", "pattern"));
        assertEquals("RecordWrite; f; [RegExp]", builder.rows("jit_code", "function_name"));
    }

    @Test
    void countsCodeWithMissingData() throws Exception {
        code(start(), 7, V8JsCode.Tier.TIER_TURBOFAN, CODE, 16);
        code(builder.packet(20), 1, V8JsCode.Tier.TIER_UNKNOWN, CODE, 16);
        code(builder.packet(21), 1, V8JsCode.Tier.TIER_TURBOFAN, CODE, 0);
        code(builder.packet(22), 1, V8JsCode.Tier.TIER_TURBOFAN, 16, 16);
        // The code would extend from the range into the blob.
        code(builder.packet(23), 1, V8JsCode.Tier.TIER_TURBOFAN, CODE + 0x7FF8, 16);
        code(builder.packet(24), 1, V8JsCode.Tier.TIER_TURBOFAN, -8, 1 << 20);
        TracePacket.Builder bare = builder.packet(30).setSequenceFlags(1);
        bare.getInternedDataBuilder().addV8IsolateBuilder().setIid(1).setPid(50);
        bare.getInternedDataBuilder()
                .addV8IsolateBuilder()
                .setIid(2)
                .setPid(51)
                .getCodeRangeBuilder()
                .setSize(64)
                .setIsProcessWide(true);
        bare.getV8InternalCodeBuilder().setV8IsolateIid(1);
        builder.packet(31).getV8InternalCodeBuilder().setV8IsolateIid(2);
        builder.packet(32).getV8InternalCodeBuilder().setV8IsolateIid(3);
        builder.read();
        assertEquals(0, builder.table("jit_code").rowCount());
        assertEquals(2, builder.stat("v8_intern_errors"));
        assertEquals(1, builder.stat("v8_unknown_code_type"));
        assertEquals(1, builder.stat("v8_code_load_missing_code_range"));
        assertEquals(3, builder.stat("v8_no_code_range"));
        assertEquals(1, builder.stat("v8_isolate_has_no_code_range"));
        assertEquals(1, builder.stat("v8_no_defaults"));
    }
}

package traceglass.ingest.profiling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.protos.chrome.V8JsCode;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraph;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.profiling.PackedSmaps;
import traceglass.protos.profiling.ProfilePacket;

/// Tests that damaged packets have no effect except counts in `stats`.
class DamagedProfilesTest {

    private static byte[] trace() {
        ProfilerTraceBuilder builder = new ProfilerTraceBuilder();
        heapGraph(builder);
        allocations(builder);
        stacks(builder);
        names(builder);
        builder.packet(17)
                .getPerfSampleBuilder()
                .setCpu(1)
                .setPid(5)
                .setTid(6)
                .setTimebaseCount(3)
                .setKernelRecordsLost(0);
        builder.packet(18).getTranslationTableBuilder().getSliceNameBuilder().putRawToDeobfuscatedName("a", "b");
        compiledCode(builder);
        return builder.trace.build().toByteArray();
    }

    private static void heapGraph(ProfilerTraceBuilder builder) {
        HeapGraph.Builder g = HeapGraph.newBuilder().setPid(5);
        for (int i = 1; i < 20; i++) {
            g.addObjectsBuilder()
                    .setIdDelta(1)
                    .setTypeId(i % 3)
                    .addReferenceObjectId(i / 2)
                    .addReferenceObjectId(i * 2L)
                    .setNativeAllocationRegistrySizeField(9);
        }
        for (int i = 0; i < 3; i++) {
            g.addTypesBuilder()
                    .setId(i)
                    .setClassName(i == 0 ? "sun.misc.Cleaner" : "java.lang.Class<c" + i + "[]>")
                    .addReferenceFieldId(i)
                    .setSuperclassId((i + 1) % 3)
                    .setClassloaderId(i)
                    .setLocationId(1)
                    .setKind(HeapGraphType.Kind.KIND_WEAK_REFERENCE);
            g.addFieldNamesBuilder().setIid(i).setStr(ByteString.copyFromUtf8("t java.lang.Class.superClass"));
        }
        g.addLocationNamesBuilder().setIid(1).setStr(ByteString.copyFromUtf8("/data/app/~~/a-b"));
        g.addRootsBuilder()
                .setRootType(HeapGraphRoot.Type.ROOT_JNI_LOCAL)
                .addObjectIds(1)
                .addObjectIds(77);
        builder.packet(10).setExtension(ArtHeapGraphTracePacket.heapGraph, g.build());
    }

    /// Adds a profile of allocations, and memory mappings.
    private static void allocations(ProfilerTraceBuilder builder) {
        ProfilePacket.Builder p = builder.packet(11).getProfilePacketBuilder();
        p.addStringsBuilder().setIid(1).setStr(ByteString.copyFromUtf8("a.b"));
        p.addMappingsBuilder().setIid(1).addPathStringIds(1);
        p.addFramesBuilder().setIid(1).setFunctionNameId(1).setMappingId(1);
        p.addCallstacksBuilder().setIid(1).addFrameIds(1);
        p.addProcessDumpsBuilder()
                .setPid(5)
                .setTimestamp(3)
                .addSamplesBuilder()
                .setCallstackId(1)
                .setSelfAllocated(5)
                .setAllocCount(1);
        PackedSmaps.Builder smaps =
                builder.packet(12).getSmapsPacketBuilder().setPid(5).getPackedEntriesBuilder();
        smaps.addStringTable("x").addNameId(0).addSizeKb(4);
    }

    private static void stacks(ProfilerTraceBuilder builder) {
        builder.packet(13)
                .getStackSampleBuilder()
                .setPrimaryWeight(4)
                .getCallstackBuilder()
                .addFramesBuilder()
                .setFunctionName("a.b")
                .setLineNumber(3);
        builder.packet(14)
                .getArtProcessMetadataBuilder()
                .setPid(5)
                .setUid(10_005)
                .setPackageName("a")
                .setOomAllocationSize(4)
                .getOomThreadJavaStackBuilder()
                .addFramesBuilder()
                .setMethodName("void a.b(int)");
    }

    /// Adds mappings and symbols that restore the names of classes and addresses.
    private static void names(ProfilerTraceBuilder builder) {
        var mapping = builder.packet(15).getDeobfuscationMappingBuilder().setPackageName("a");
        mapping.addObfuscatedClassesBuilder()
                .setObfuscatedName("a")
                .setDeobfuscatedName("A")
                .addObfuscatedMethodsBuilder()
                .setObfuscatedName("b")
                .setDeobfuscatedName("B")
                .setObfuscatedLineStart(1);
        builder.packet(16)
                .getModuleSymbolsBuilder()
                .setPath("/a.b")
                .addAddressSymbolsBuilder()
                .addLinesBuilder()
                .setFunctionName("f");
    }

    private static void compiledCode(ProfilerTraceBuilder builder) {
        var first = builder.packet(20).setSequenceFlags(1);
        first.getTracePacketDefaultsBuilder().getV8CodeDefaultsBuilder().setTid(6);
        first.getThreadDescriptorBuilder().setPid(5).setTid(6);
        var interned = first.getInternedDataBuilder();
        interned.addV8IsolateBuilder()
                .setIid(1)
                .setPid(5)
                .setEmbeddedBlobCodeStartAddress(16)
                .setEmbeddedBlobCodeSize(8)
                .getCodeRangeBuilder()
                .setBaseAddress(8)
                .setSize(60);
        interned.addV8JsScriptBuilder().setIid(1).getNameBuilder().setUtf16Le(ByteString.copyFromUtf8("ab"));
        interned.addV8JsFunctionNameBuilder().setIid(1).setUtf16Be(ByteString.copyFromUtf8("ab"));
        interned.addV8JsFunctionBuilder().setIid(1).setV8JsFunctionNameIid(1).setV8JsScriptIid(1);
        interned.addMappingsBuilder().setIid(1).setStart(4).setEnd(40);
        interned.addFramesBuilder().setIid(1).setMappingId(1).setRelPc(6);
        interned.addCallstacksBuilder().setIid(1).addFrameIds(1);
        interned.addDebugAnnotationNamesBuilder().setIid(1).setName("data");
        for (int i = 0; i < 4; i++) {
            builder.packet(21)
                    .getV8JsCodeBuilder()
                    .setV8IsolateIid(1)
                    .setV8JsFunctionIid(1)
                    .setTier(V8JsCode.Tier.TIER_MAGLEV)
                    .setInstructionStart(8 + 2 * i)
                    .setInstructionSizeBytes(4);
        }
        builder.packet(22)
                .getV8CodeMoveBuilder()
                .setIsolateIid(1)
                .setFromInstructionStartAddress(8)
                .setInstructionSizeBytes(4)
                .setToInstructionStartAddress(30);
        builder.packet(23).getPerfSampleBuilder().setPid(5).setTid(6).setCallstackIid(1);
        for (String json : new String[] {
            "{\"startTime\": 1}", "{\"cpuProfile\":{\"nodes\":[{\"id\":1}],\"samples\":[1]},\"timeDeltas\":[1]}"
        }) {
            var event = builder.packet(24).getTrackEventBuilder();
            event.getLegacyEventBuilder().setPhase('P').setUnscopedId(1);
            event.addDebugAnnotationsBuilder().setNameIid(1).setLegacyJsonValue(json);
        }
    }

    @Test
    void damagedProfilesCauseNoException() throws Exception {
        byte[] complete = trace();
        Random random = new Random(11);
        int rows = 0;
        int code = 0;
        for (int round = 0; round < 250; round++) {
            byte[] bad = complete.clone();
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                int offset = random.nextInt(bad.length);
                bad[offset] = (byte) (random.nextBoolean() ? random.nextInt() : bad[offset] ^ 1 << random.nextInt(8));
            }
            ProfilerTraceBuilder read = new ProfilerTraceBuilder().read(bad);
            rows += read.table("heap_graph_object").rowCount();
            code += read.table("v8_js_code").rowCount();
        }
        assertTrue(rows > 0 && code > 0);
    }
}

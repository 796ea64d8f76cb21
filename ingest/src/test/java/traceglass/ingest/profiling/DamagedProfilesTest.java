package traceglass.ingest.profiling;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.protos.profiling.ArtHeapGraphTracePacket;
import traceglass.protos.profiling.HeapGraph;
import traceglass.protos.profiling.HeapGraphRoot;
import traceglass.protos.profiling.HeapGraphType;
import traceglass.protos.profiling.PackedSmaps;
import traceglass.protos.profiling.ProfilePacket;

/// Whatever a packet holds, nothing but counts in `stats` comes of damage.
class DamagedProfilesTest {

    private static byte[] trace() {
        ProfilingBench bench = new ProfilingBench();
        HeapGraph.Builder g = HeapGraph.newBuilder().setPid(5);
        for (int i = 1; i < 20; i++) {
            g.addObjectsBuilder().setIdDelta(1).setTypeId(i % 3).addReferenceObjectId(i / 2).addReferenceObjectId(i * 2).setNativeAllocationRegistrySizeField(9);
        }
        for (int i = 0; i < 3; i++) {
            g.addTypesBuilder().setId(i).setClassName(i == 0 ? "sun.misc.Cleaner" : "java.lang.Class<c" + i + "[]>").addReferenceFieldId(i)
                    .setSuperclassId((i + 1) % 3).setClassloaderId(i).setLocationId(1).setKind(HeapGraphType.Kind.KIND_WEAK_REFERENCE);
            g.addFieldNamesBuilder().setIid(i).setStr(ByteString.copyFromUtf8("t java.lang.Class.superClass"));
        }
        g.addLocationNamesBuilder().setIid(1).setStr(ByteString.copyFromUtf8("/data/app/~~/a-b"));
        g.addRootsBuilder().setRootType(HeapGraphRoot.Type.ROOT_JNI_LOCAL).addObjectIds(1).addObjectIds(77);
        bench.packet(10).setExtension(ArtHeapGraphTracePacket.heapGraph, g.build());
        ProfilePacket.Builder p = bench.packet(11).getProfilePacketBuilder();
        p.addStringsBuilder().setIid(1).setStr(ByteString.copyFromUtf8("a.b"));
        p.addMappingsBuilder().setIid(1).addPathStringIds(1);
        p.addFramesBuilder().setIid(1).setFunctionNameId(1).setMappingId(1);
        p.addCallstacksBuilder().setIid(1).addFrameIds(1);
        p.addProcessDumpsBuilder().setPid(5).setTimestamp(3).addSamplesBuilder().setCallstackId(1).setSelfAllocated(5).setAllocCount(1);
        PackedSmaps.Builder smaps = bench.packet(12).getSmapsPacketBuilder().setPid(5).getPackedEntriesBuilder();
        smaps.addStringTable("x").addNameId(0).addSizeKb(4);
        bench.packet(13).getStackSampleBuilder().setPrimaryWeight(4).getCallstackBuilder().addFramesBuilder().setFunctionName("a.b").setLineNumber(3);
        bench.packet(14).getArtProcessMetadataBuilder().setPid(5).setUid(10_005).setPackageName("a").setOomAllocationSize(4).getOomThreadJavaStackBuilder()
                .addFramesBuilder().setMethodName("void a.b(int)");
        var mapping = bench.packet(15).getDeobfuscationMappingBuilder().setPackageName("a");
        mapping.addObfuscatedClassesBuilder().setObfuscatedName("a").setDeobfuscatedName("A").addObfuscatedMethodsBuilder().setObfuscatedName("b")
                .setDeobfuscatedName("B").setObfuscatedLineStart(1);
        bench.packet(16).getModuleSymbolsBuilder().setPath("/a.b").addAddressSymbolsBuilder().addLinesBuilder().setFunctionName("f");
        bench.packet(17).getPerfSampleBuilder().setCpu(1).setPid(5).setTid(6).setTimebaseCount(3).setKernelRecordsLost(0);
        bench.packet(18).getTranslationTableBuilder().getSliceNameBuilder().putRawToDeobfuscatedName("a", "b");
        return bench.trace.build().toByteArray();
    }

    @Test
    void noDamageMakesAnException() throws Exception {
        byte[] whole = trace();
        Random random = new Random(11);
        int rows = 0;
        for (int round = 0; round < 500; round++) {
            byte[] bad = whole.clone();
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                int at = random.nextInt(bad.length);
                bad[at] = (byte) (random.nextBoolean() ? random.nextInt() : bad[at] ^ 1 << random.nextInt(8));
            }
            rows += new ProfilingBench().read(bad).table("heap_graph_object").rowCount();
        }
        assertTrue(rows > 0);
    }
}

package traceglass.app.testing;

import com.google.protobuf.ByteString;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.extension.ArtHeapGraphTracePacket;
import traceglass.protos.extension.HeapGraph;
import traceglass.protos.extension.HeapGraphObject;
import traceglass.protos.extension.HeapGraphRoot;
import traceglass.protos.extension.HeapGraphType;
import traceglass.protos.profiling.ProfilePacket;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Creates memory traces: heap dumps of any size, and native heap profiles.
public final class MemoryTraces {

    /// The process in all of these traces.
    public static final int PID = 4242;
    private static final int OBJECTS_PER_PACKET = 8_000;

    private static final String[] CLASSES = {
        "com.example.photos.GalleryActivity",
        "android.view.View[]",
        "android.widget.ImageView",
        "android.graphics.Bitmap",
        "java.util.HashMap",
        "java.util.HashMap$Node[]",
        "java.util.HashMap$Node",
        "java.lang.String",
        "byte[]",
        "com.example.photos.ThumbnailCache",
        "java.util.ArrayList",
        "java.lang.Object[]",
        "com.example.photos.Photo",
        "java.util.LinkedList$Node"
    };
    private static final int FIELD = 1;

    private MemoryTraces() {}

    /// Creates a trace with heap dumps 100 ms apart.
    ///
    /// @param seed seed of the random references
    /// @param objects number of objects in each dump
    public static Path heapDumps(Path file, long seed, int... objects) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            writeStart(out);
            for (int dump = 0; dump < objects.length; dump++) {
                writeDump(out, new Random(seed + dump), objects[dump], 100_000_000L * (dump + 1));
            }
        }
        return file;
    }

    private static void writeStart(OutputStream out) throws IOException {
        ClockSnapshot.Builder clocks =
                ClockSnapshot.newBuilder().setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME);
        for (int clock = 1; clock <= 6; clock++) {
            clocks.addClocksBuilder().setClockId(clock).setTimestamp(1);
        }
        write(out, TracePacket.newBuilder().setTrustedPacketSequenceId(1).setClockSnapshot(clocks));
        ProcessTree.Builder tree = ProcessTree.newBuilder();
        tree.addProcessesBuilder().setPid(PID).setPpid(1).addCmdline("com.example.photos");
        write(
                out,
                TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setTimestamp(5)
                        .setProcessTree(tree));
    }

    private static void write(OutputStream out, TracePacket.Builder packet) throws IOException {
        Trace.newBuilder().addPacket(packet).build().writeTo(out);
    }

    private static void writeDump(OutputStream out, Random random, int objects, long ts) throws IOException {
        // Packets of a dump are numbered from 0.
        long index = 0;
        HeapGraph.Builder g = null;
        for (int i = 0; i < objects; i++) {
            if (g == null) {
                g = HeapGraph.newBuilder().setPid(PID).setIndex(index++).setContinued(true);
            }
            // Early objects retain the most; later objects are referenced by earlier ones.
            int type = i < 3 ? 0 : i < 20 ? 9 : 1 + random.nextInt(CLASSES.length - 1);
            HeapGraphObject.Builder o = g.addObjectsBuilder()
                    .setId(i + 1)
                    .setTypeId(type + 1)
                    .setSelfSize(16 + random.nextInt(type == 8 ? 4096 : 64));
            if (i == 0) {
                o.setHeapTypeDelta(HeapGraphObject.HeapType.HEAP_TYPE_APP);
            }
            if (type != 7 && type != 8 || i < 20) {
                int references = i < 20 ? 12 : 2 + random.nextInt(4);
                for (int r = 0; r < references; r++) {
                    o.addReferenceFieldId(FIELD + random.nextInt(3));
                    o.addReferenceObjectId(
                            random.nextInt(12) == 0
                                    ? 1 + random.nextInt(objects)
                                    : Math.min(objects, i + 2 + random.nextInt(4 + i)));
                }
            }
            if (g.getObjectsCount() == OBJECTS_PER_PACKET) {
                writePacket(out, g, ts);
                g = null;
            }
        }
        HeapGraph.Builder last =
                g == null ? HeapGraph.newBuilder().setPid(PID).setIndex(index++) : g.setContinued(false);
        for (int t = 0; t < CLASSES.length; t++) {
            last.addTypesBuilder()
                    .setId(t + 1)
                    .setClassName(CLASSES[t])
                    .setKind(
                            CLASSES[t].endsWith("[]") ? HeapGraphType.Kind.KIND_ARRAY : HeapGraphType.Kind.KIND_NORMAL);
        }
        String[] fields = {
            "java.lang.Object com.example.photos.Photo.owner",
            "java.lang.Object java.util.HashMap$Node.value",
            "java.lang.Object java.util.LinkedList$Node.next"
        };
        for (int f = 0; f < fields.length; f++) {
            last.addFieldNamesBuilder().setIid(FIELD + f).setStr(ByteString.copyFromUtf8(fields[f]));
        }
        last.addRoots(HeapGraphRoot.newBuilder()
                .setRootType(HeapGraphRoot.Type.ROOT_JNI_GLOBAL)
                .addObjectIds(1)
                .addObjectIds(2));
        last.addRoots(HeapGraphRoot.newBuilder()
                .setRootType(HeapGraphRoot.Type.ROOT_STICKY_CLASS)
                .addObjectIds(3));
        writePacket(out, last, ts);
    }

    private static void writePacket(OutputStream out, HeapGraph.Builder g, long ts) throws IOException {
        write(
                out,
                TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(7)
                        .setTimestamp(ts)
                        .setExtension(ArtHeapGraphTracePacket.heapGraph, g.build()));
    }

    /// Creates a trace with profiles of the native heap at 100, 200 and 300 ms. First the process allocates 3 × 100
    /// bytes in `load` and frees one block; then it allocates 5 × 100 more and frees one; then it frees all but
    /// one. From the second profile on, `cache`, called from `load`, holds 1000 bytes.
    public static Path heapProfile(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            writeStart(out);
            long[][] load = {{3, 300, 1, 100}, {8, 800, 2, 200}, {8, 800, 7, 700}};
            long[][] cache = {null, {1, 1000, 0, 0}, {1, 1000, 0, 0}};
            for (int i = 0; i < 3; i++) {
                ProfilePacket.Builder p = ProfilePacket.newBuilder().setIndex(i);
                String[] strings = {"load", "main", "libphotos.so", "cache"};
                for (int s = 0; s < strings.length; s++) {
                    p.addStringsBuilder().setIid(s + 1).setStr(ByteString.copyFromUtf8(strings[s]));
                }
                p.addMappingsBuilder()
                        .setIid(1)
                        .setBuildId(0)
                        .addPathStringIds(3)
                        .setStart(4096)
                        .setEnd(8192);
                p.addFramesBuilder()
                        .setIid(1)
                        .setFunctionNameId(1)
                        .setMappingId(1)
                        .setRelPc(16);
                p.addFramesBuilder()
                        .setIid(2)
                        .setFunctionNameId(2)
                        .setMappingId(1)
                        .setRelPc(32);
                p.addFramesBuilder()
                        .setIid(3)
                        .setFunctionNameId(4)
                        .setMappingId(1)
                        .setRelPc(48);
                p.addCallstacksBuilder().setIid(1).addFrameIds(2).addFrameIds(1);
                p.addCallstacksBuilder().setIid(2).addFrameIds(2).addFrameIds(1).addFrameIds(3);
                ProfilePacket.ProcessHeapSamples.Builder dump = p.addProcessDumpsBuilder()
                        .setPid(PID)
                        .setTimestamp(100_000_000L * (i + 1))
                        .setHeapName("libc.malloc");
                addSample(dump, 1, load[i]);
                addSample(dump, 2, cache[i]);
                write(
                        out,
                        TracePacket.newBuilder()
                                .setTrustedPacketSequenceId(7)
                                .setTimestamp(100_000_000L * (i + 1))
                                .setProfilePacket(p));
            }
        }
        return file;
    }

    private static void addSample(ProfilePacket.ProcessHeapSamples.Builder dump, int stack, long[] sums) {
        if (sums != null) {
            dump.addSamplesBuilder()
                    .setCallstackId(stack)
                    .setAllocCount(sums[0])
                    .setSelfAllocated(sums[1])
                    .setFreeCount(sums[2])
                    .setSelfFreed(sums[3]);
        }
    }
}

package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.profiling.ArtProcessMetadata;
import traceglass.protos.profiling.JavaFrame;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses the data of the Android runtime about a process whose heap it dumps: the identity of the process and, after
/// an out-of-memory error, the size and callstack of the failed allocation.
public final class ArtProcessParser implements PacketParser {

    private final ImportContext context;
    private final StringPool strings;
    private final HeapGraphs graphs;
    private StackProfiles.Mapping javaFrames;

    public ArtProcessParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        graphs = HeapGraphs.of(context.session());
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ART_PROCESS_METADATA_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        ArtProcessMetadata art;
        try {
            art = packet.decode(ArtProcessMetadata.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        long pid = art.getPid() & 0xFFFF_FFFFL;
        context.processes().updateThread(pid, pid);
        int upid = context.processes().process(pid);
        if (art.hasProcessName()) {
            context.processes()
                    .setProcessName(
                            upid, strings.intern(art.getProcessName()), NamePriority.OfProcess.TRACK_DESCRIPTOR);
        }
        if (art.hasUid()) {
            context.processes().setUid(upid, art.getUid() & 0xFFFF_FFFFL);
        }
        if (art.hasPackageName() && art.hasUid()) {
            addPackage(strings.intern(art.getPackageName()), art.getUid());
        }
        int graph = graphs.newGraph(upid, ts);
        graphs.registerGraph(upid, ts, graph);
        if (art.hasOomAllocationSize()) {
            addOutOfMemory(graph, pid, art);
        }
    }

    private void addPackage(int nameId, long uid) {
        Table packages = context.storage().table(TableNames.PackageList.TABLE);
        for (int row = 0; row < packages.rowCount(); row++) {
            if (packages.strings(TableNames.PackageList.PACKAGE_NAME).get(row) == nameId
                    && packages.longs(TableNames.PackageList.UID).get(row) == uid) {
                return;
            }
        }
        int row = packages.addRow();
        packages.strings(TableNames.PackageList.PACKAGE_NAME).set(row, nameId);
        packages.longs(TableNames.PackageList.UID).set(row, uid);
        packages.ints(TableNames.PackageList.DEBUGGABLE).set(row, 0);
        packages.ints(TableNames.PackageList.PROFILEABLE_FROM_SHELL).set(row, 0);
        packages.longs(TableNames.PackageList.VERSION_CODE).set(row, 0);
    }

    private void addOutOfMemory(int graph, long pid, ArtProcessMetadata art) {
        context.storage()
                .table(TableNames.HeapGraph.TABLE)
                .strings(TableNames.HeapGraph.DUMP_REASON)
                .set(graph, strings.intern("OOME"));
        Table details = context.storage().table(TableNames.HeapGraphJavaOomeDetails.TABLE);
        int row = details.addRow();
        details.ints(TableNames.HeapGraphJavaOomeDetails.HEAP_GRAPH_ID).set(row, graph);
        details.longs(TableNames.HeapGraphJavaOomeDetails.ALLOCATION_SIZE_BYTES).set(row, art.getOomAllocationSize());
        details.longs(TableNames.HeapGraphJavaOomeDetails.TOTAL_BYTES_FREE).set(row, art.getOomTotalBytesFree());
        details.longs(TableNames.HeapGraphJavaOomeDetails.FREE_BYTES_UNTIL_OOM).set(row, art.getOomFreeBytesUntilOom());
        details.strings(TableNames.HeapGraphJavaOomeDetails.ERROR_MSG)
                .set(row, art.hasOomErrorMsg() ? strings.intern(art.getOomErrorMsg()) : StringPool.NULL);
        if (art.hasOomThreadJavaStack()) {
            int callsite = callsite(art.getOomThreadJavaStack().getFramesList());
            Table threads = context.storage().table(TableNames.HeapGraphThreadCallsite.TABLE);
            int newRow = threads.addRow();
            threads.ints(TableNames.HeapGraphThreadCallsite.HEAP_GRAPH_ID).set(newRow, graph);
            threads.ints(TableNames.HeapGraphThreadCallsite.UTID)
                    .set(newRow, context.processes().updateThread(pid, pid));
            threads.ints(TableNames.HeapGraphThreadCallsite.CALLSITE_ID)
                    .set(newRow, callsite == ProfilerSamples.NONE ? IntColumn.NULL : callsite);
        }
    }

    /// Returns the callsite of the frames, which the packet lists innermost first.
    private int callsite(List<JavaFrame> frames) {
        if (javaFrames == null) {
            javaFrames = context.stackProfiles().dummy("art_process_metadata");
        }
        int callsite = ProfilerSamples.NONE;
        int depth = 0;
        for (JavaFrame f : frames.reversed()) {
            if (f.hasMethodName()) {
                int frame = javaFrames.dummyFrame(
                        strings.intern(methodName(f.getMethodName())),
                        f.hasSourceFile() ? strings.intern(f.getSourceFile()) : -1,
                        f.hasLineNumber() ? f.getLineNumber() & 0xFFFF_FFFFL : -1);
                callsite = context.stackProfiles().callsite(callsite, frame, depth++);
            }
        }
        return callsite;
    }

    /// Returns the method part of `void pkg.Cls.method(int)`.
    private static String methodName(String declaration) {
        int parameters = declaration.indexOf('(');
        String name = parameters < 0 ? declaration : declaration.substring(0, parameters);
        return name.substring(name.lastIndexOf(' ') + 1);
    }
}

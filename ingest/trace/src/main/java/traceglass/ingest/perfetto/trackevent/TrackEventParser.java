package traceglass.ingest.perfetto.trackevent;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventBatch;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ChromeProcessDescriptorDecoder;
import traceglass.protos.trackevent.ChromeThreadDescriptorDecoder;
import traceglass.protos.trackevent.ProcessDescriptorDecoder;
import traceglass.protos.trackevent.ThreadDescriptorDecoder;
import traceglass.protos.trackevent.TrackDescriptorDecoder;
import traceglass.protos.trackevent.TrackEventRangeOfInterestDecoder;
import traceglass.store.database.PacketOptions;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses track events and the descriptors of their tracks, threads and processes, written by instrumented programs.
public final class TrackEventParser implements PacketParser {

    private static final int PROCESS_RENDERER = 2;
    private static final int PROCESS_RENDERER_EXTENSION = 40;

    private final ImportContext context;
    private final StringPool strings;
    private final TrackEventTracks tracks;
    private final TrackDescriptors descriptors;
    private final TrackEventTokenizer tokenizer;
    private final TrackEventRows rows;
    private final ActiveChromeProcesses activeProcesses;
    private final ChromeNames chromeNames;
    private final TrackEventNames names;

    /// @param extensions factories of the handlers of track event extensions
    public TrackEventParser(PacketContext packets, List<Function<ImportContext, TrackEventExtension>> extensions) {
        context = packets.context();
        strings = context.strings();
        names = new TrackEventNames(ArgStrings.of(strings));
        tracks = new TrackEventTracks(context);
        descriptors = new TrackDescriptors(context, tracks);
        activeProcesses = new ActiveChromeProcesses(context);
        chromeNames = new ChromeNames(strings);
        TrackEventExtensions handlers = new TrackEventExtensions(context, extensions);
        TrackEventArgs args = new TrackEventArgs(context, packets.types(), activeProcesses, handlers);
        rows = new TrackEventRows(context, tracks, args, handlers);
        EventSorter.Queue queue = packets.queueOfBytes(rows);
        tokenizer = new TrackEventTokenizer(context, tracks, queue);
    }

    @Override
    public int[] fields() {
        return new int[] {
            TracePacket.TRACK_EVENT_FIELD_NUMBER,
            TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.PROCESS_DESCRIPTOR_FIELD_NUMBER,
            TracePacket.TRACK_EVENT_RANGE_OF_INTEREST_FIELD_NUMBER
        };
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        switch (packet.field()) {
            case TracePacket.TRACK_EVENT_FIELD_NUMBER -> {
                tokenizer.tokenize(ts, packet);
                return true;
            }
            case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER -> {
                return descriptors.tokenize(ts, packet);
            }
            case TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER -> {
                return descriptors.tokenizeThread(packet);
            }
            case TracePacket.TRACK_EVENT_RANGE_OF_INTEREST_FIELD_NUMBER -> {
                parseRangeOfInterest(packet);
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    /// Reads a packet that contains a plain event.
    public void tokenize(long ts, SequenceState state, TrackEventBatch events, int i) {
        tokenizer.tokenize(ts, state, events, i);
    }

    /// Reads the category and the name of the event in the selected field of a packet.
    ///
    /// @return the ids of both strings, the category's in the upper half
    public long categoryAndName(Packet packet, SequenceState state) {
        TrackEventMessage event = packet.event();
        return (long) names.category(event, state) << Integer.SIZE | names.name(event, state);
    }

    private void parseRangeOfInterest(Packet packet) {
        TrackEventRangeOfInterestDecoder range = packet.decode(new TrackEventRangeOfInterestDecoder());
        if (range.hasStartUs()) {
            long startUs = range.startUs();
            context.metadata().set("range_of_interest_start_us", startUs);
            if (context.session()
                    .shared(PacketOptions.class, _ -> PacketOptions.DEFAULT)
                    .cropsTrackEvents()) {
                rows.cropBefore(TimeUnit.MICROSECONDS.toNanos(startUs));
            }
        } else {
            context.logs().recordAt(StatNames.TRACK_EVENT_RANGE_OF_INTEREST_MISSING_START_US, packet.position(), null);
        }
    }

    @Override
    public void onFirstPacket(int sequenceId) {
        tracks.onFirstPacket(sequenceId);
    }

    @Override
    public void parse(long ts, Packet packet) {
        switch (packet.field()) {
            case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER ->
                resolveTrack(ts, packet.decode(new TrackDescriptorDecoder()));
            case TracePacket.PROCESS_DESCRIPTOR_FIELD_NUMBER ->
                process(ts, packet.decode(new ProcessDescriptorDecoder()));
            case TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER ->
                thread(packet.decode(new ThreadDescriptorDecoder()), false);
            default -> {}
        }
    }

    private void resolveTrack(long ts, TrackDescriptorDecoder track) {
        // Add the track's process or thread if it is new.
        if (tracks.resolve(track.uuid()) == null) {
            context.stats().increment(StatNames.TRACK_EVENT_PARSER_ERRORS);
            return;
        }
        if (track.hasThread()) {
            ChromeThreadDescriptorDecoder chrome = track.chromeThread(new ChromeThreadDescriptorDecoder());
            int utid = thread(track.thread(new ThreadDescriptorDecoder()), chrome.isSandboxedTid());
            if (chrome.hasThreadType() && chrome.threadType() >= 0) {
                context.processes()
                        .setThreadName(
                                utid,
                                chromeNames.thread(chrome.threadType()),
                                NamePriority.OfThread.TRACK_DESCRIPTOR_THREAD_TYPE);
            }
        } else if (track.hasProcess()) {
            int upid = process(ts, track.process(new ProcessDescriptorDecoder()));
            if (track.hasChromeProcess()) {
                parseChromeProcess(upid, track.chromeProcess(new ChromeProcessDescriptorDecoder()));
            }
        }
    }

    private int process(long ts, ProcessDescriptorDecoder process) {
        int upid = context.processes().process(Integer.toUnsignedLong(process.pid()));
        activeProcesses.addDescribed(ts, upid);
        if (process.processNameLength() > 0) {
            context.processes()
                    .setProcessName(upid, process.processNameId(strings), NamePriority.OfProcess.TRACK_DESCRIPTOR);
        }
        if (process.startTimestampNs() > 0) {
            context.processes().setStartIfUnset(upid, process.startTimestampNs());
        }
        int chromeType = process.chromeProcessType();
        if (process.hasChromeProcessType() && chromeType >= 0) {
            context.processes()
                    .setProcessName(upid, chromeNames.process(chromeType), rank(chromeType == PROCESS_RENDERER));
        }
        for (int i = 0; i < process.processLabelsCount(); i++) {
            context.processes()
                    .processArgs(upid)
                    .addString(
                            strings.intern("chrome.process_label"),
                            strings.intern("chrome.process_label[" + i + "]"),
                            process.processLabelsId(i, strings));
        }
        return upid;
    }

    private static NamePriority.OfProcess rank(boolean isRenderer) {
        return isRenderer
                ? NamePriority.OfProcess.CHROME_PROCESS_LABEL_RENDERER
                : NamePriority.OfProcess.CHROME_PROCESS_LABEL;
    }

    private void parseChromeProcess(int upid, ChromeProcessDescriptorDecoder process) {
        int type = process.processType();
        int name = chromeNames.process(type);
        context.processes()
                .setProcessName(upid, name, rank(type == PROCESS_RENDERER || type == PROCESS_RENDERER_EXTENSION));
        ArgSetBuilder args = context.processes().processArgs(upid);
        args.addString(strings.intern("chrome.process_type"), name);
        if (process.hasHostAppPackageName()) {
            args.addString(strings.intern("chrome.host_app_package_name"), process.hostAppPackageNameId(strings));
        }
        if (process.hasCrashTraceId()) {
            args.addUint(strings.intern("chrome.crash_trace_id"), process.crashTraceId());
        }
    }

    private int thread(ThreadDescriptorDecoder thread, boolean isSandboxed) {
        int pid = thread.pid();
        long tid = thread.tid();
        int utid = context.processes().updateThread(isSandboxed ? TrackEventTracks.syntheticTid(tid, pid) : tid, pid);
        int name = thread.threadNameLength() > 0 ? thread.threadNameId(strings) : StringPool.NULL;
        if (name == StringPool.NULL && thread.hasChromeThreadType() && thread.chromeThreadType() >= 0) {
            name = chromeNames.thread(thread.chromeThreadType());
        }
        context.processes().setThreadName(utid, name, NamePriority.OfThread.TRACK_DESCRIPTOR);
        return utid;
    }

    @Override
    public void atEnd() {
        activeProcesses.atEnd();
    }
}

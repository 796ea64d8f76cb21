package traceglass.ingest.perfetto.trackevent;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventBatch;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ChromeProcessDescriptor;
import traceglass.protos.trackevent.ChromeThreadDescriptor;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEventRangeOfInterest;
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
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor child = new ProtoCursor();

    /// @param extensions factories of the handlers of track event extensions
    public TrackEventParser(PacketContext packets, List<Function<ImportContext, TrackEventExtension>> extensions) {
        context = packets.context();
        strings = context.strings();
        names = new TrackEventNames(ArgStrings.of(strings));
        tracks = new TrackEventTracks(context);
        descriptors = new TrackDescriptors(context, tracks);
        activeProcesses = new ActiveChromeProcesses(context);
        chromeNames = new ChromeNames(strings);
        TrackEventArgs args = new TrackEventArgs(context, packets.types(), activeProcesses);
        rows = new TrackEventRows(context, tracks, args, new TrackEventExtensions(context, extensions));
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
        packet.enter(cursor);
        if (cursor.seek(TrackEventRangeOfInterest.START_US_FIELD_NUMBER)) {
            long startUs = cursor.asLong();
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
        packet.enter(cursor);
        switch (packet.field()) {
            case TracePacket.TRACK_DESCRIPTOR_FIELD_NUMBER -> resolveTrack(ts);
            case TracePacket.PROCESS_DESCRIPTOR_FIELD_NUMBER -> process(ts, cursor);
            case TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER -> thread(cursor, false);
            default -> {}
        }
    }

    private void resolveTrack(long ts) {
        long uuid = 0;
        byte[] buffer = cursor.buffer();
        long thread = -1;
        long process = -1;
        long chromeThread = -1;
        long chromeProcess = -1;
        while (cursor.next()) {
            long location = PendingEventBytes.location(cursor.offset(), cursor.length());
            switch (cursor.field()) {
                case TrackDescriptor.UUID_FIELD_NUMBER -> uuid = cursor.asLong();
                case TrackDescriptor.THREAD_FIELD_NUMBER -> thread = location;
                case TrackDescriptor.PROCESS_FIELD_NUMBER -> process = location;
                case TrackDescriptor.CHROME_THREAD_FIELD_NUMBER -> chromeThread = location;
                case TrackDescriptor.CHROME_PROCESS_FIELD_NUMBER -> chromeProcess = location;
                default -> {}
            }
        }
        // Adds the track's process or thread if it is new.
        if (tracks.resolve(uuid) == null) {
            context.stats().increment(StatNames.TRACK_EVENT_PARSER_ERRORS);
            return;
        }
        if (thread != -1) {
            boolean isSandboxed = false;
            int type = -1;
            if (chromeThread != -1) {
                enter(buffer, chromeThread);
                while (child.next()) {
                    if (child.field() == ChromeThreadDescriptor.IS_SANDBOXED_TID_FIELD_NUMBER) {
                        isSandboxed = child.asBool();
                    } else if (child.field() == ChromeThreadDescriptor.THREAD_TYPE_FIELD_NUMBER) {
                        type = child.asInt();
                    }
                }
            }
            int utid = thread(enter(buffer, thread), isSandboxed);
            if (type >= 0) {
                context.processes()
                        .setThreadName(
                                utid, chromeNames.thread(type), NamePriority.OfThread.TRACK_DESCRIPTOR_THREAD_TYPE);
            }
        } else if (process != -1) {
            int upid = process(ts, enter(buffer, process));
            if (chromeProcess != -1) {
                parseChromeProcess(upid, enter(buffer, chromeProcess));
            }
        }
    }

    private ProtoCursor enter(byte[] buffer, long location) {
        return child.enter(buffer, PendingEventBytes.offset(location), PendingEventBytes.length(location));
    }

    private int process(long ts, ProtoCursor c) {
        byte[] buffer = c.buffer();
        int from = c.position();
        int length = c.end() - from;
        long pid = 0;
        int name = StringPool.NULL;
        long start = 0;
        int chromeType = -1;
        while (c.next()) {
            switch (c.field()) {
                case ProcessDescriptor.PID_FIELD_NUMBER -> pid = c.asUint32();
                case ProcessDescriptor.PROCESS_NAME_FIELD_NUMBER ->
                    name = c.length() > 0 ? c.asStringId(strings) : name;
                case ProcessDescriptor.START_TIMESTAMP_NS_FIELD_NUMBER -> start = c.asLong();
                case ProcessDescriptor.CHROME_PROCESS_TYPE_FIELD_NUMBER -> chromeType = c.asInt();
                default -> {}
            }
        }
        int upid = context.processes().process(pid);
        activeProcesses.addDescribed(ts, upid);
        if (name != StringPool.NULL) {
            context.processes().setProcessName(upid, name, NamePriority.OfProcess.TRACK_DESCRIPTOR);
        }
        if (start > 0) {
            context.processes().setStartIfUnset(upid, start);
        }
        if (chromeType >= 0) {
            context.processes()
                    .setProcessName(upid, chromeNames.process(chromeType), rank(chromeType == PROCESS_RENDERER));
        }
        int label = 0;
        for (c.enter(buffer, from, length); c.next(); ) {
            if (c.field() == ProcessDescriptor.PROCESS_LABELS_FIELD_NUMBER) {
                context.processes()
                        .processArgs(upid)
                        .addString(
                                strings.intern("chrome.process_label"),
                                strings.intern("chrome.process_label[" + label++ + "]"),
                                c.asStringId(strings));
            }
        }
        return upid;
    }

    private static NamePriority.OfProcess rank(boolean isRenderer) {
        return isRenderer
                ? NamePriority.OfProcess.CHROME_PROCESS_LABEL_RENDERER
                : NamePriority.OfProcess.CHROME_PROCESS_LABEL;
    }

    private void parseChromeProcess(int upid, ProtoCursor c) {
        int type = 0;
        int hostApp = StringPool.NULL;
        Long crashId = null;
        while (c.next()) {
            switch (c.field()) {
                case ChromeProcessDescriptor.PROCESS_TYPE_FIELD_NUMBER -> type = c.asInt();
                case ChromeProcessDescriptor.HOST_APP_PACKAGE_NAME_FIELD_NUMBER -> hostApp = c.asStringId(strings);
                case ChromeProcessDescriptor.CRASH_TRACE_ID_FIELD_NUMBER -> crashId = c.asLong();
                default -> {}
            }
        }
        int name = chromeNames.process(type);
        context.processes()
                .setProcessName(upid, name, rank(type == PROCESS_RENDERER || type == PROCESS_RENDERER_EXTENSION));
        ArgSetBuilder args = context.processes().processArgs(upid);
        args.addString(strings.intern("chrome.process_type"), name);
        if (hostApp != StringPool.NULL) {
            args.addString(strings.intern("chrome.host_app_package_name"), hostApp);
        }
        if (crashId != null) {
            args.addUint(strings.intern("chrome.crash_trace_id"), crashId);
        }
    }

    private int thread(ProtoCursor c, boolean isSandboxed) {
        int pid = 0;
        long tid = 0;
        int name = StringPool.NULL;
        int chromeType = -1;
        while (c.next()) {
            switch (c.field()) {
                case ThreadDescriptor.PID_FIELD_NUMBER -> pid = c.asInt();
                case ThreadDescriptor.TID_FIELD_NUMBER -> tid = c.asLong();
                case ThreadDescriptor.THREAD_NAME_FIELD_NUMBER -> name = c.length() > 0 ? c.asStringId(strings) : name;
                case ThreadDescriptor.CHROME_THREAD_TYPE_FIELD_NUMBER -> chromeType = c.asInt();
                default -> {}
            }
        }
        int utid = context.processes().updateThread(isSandboxed ? TrackEventTracks.syntheticTid(tid, pid) : tid, pid);
        if (name == StringPool.NULL && chromeType >= 0) {
            name = chromeNames.thread(chromeType);
        }
        context.processes().setThreadName(utid, name, NamePriority.OfThread.TRACK_DESCRIPTOR);
        return utid;
    }

    @Override
    public void atEnd() {
        activeProcesses.atEnd();
    }
}

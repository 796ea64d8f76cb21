package traceglass.ingest.xplane;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.foreign.xplane.XEventDecoder;
import traceglass.protos.foreign.xplane.XEventMetadataDecoder;
import traceglass.protos.foreign.xplane.XLineDecoder;
import traceglass.protos.foreign.xplane.XSpace;
import traceglass.protos.foreign.xplane.XStatDecoder;
import traceglass.store.names.StatNames;

/// Reads the planes of a file one after another. A plane must fit into memory, because the names of its events come
/// after the events.
final class XplaneReader {

    private static final int MAX_LENGTH_BYTES = 1 << 30;
    private static final long PS_PER_NS = 1000;
    /// Minimum start of a line, in ns (March 1973), that is treated as a time since 1970.
    private static final long MIN_EPOCH_NS = 100_000_000_000_000_000L;

    /// Stat of the plane about the recording: its start in ns since 1970.
    private static final String START_TIME = "profile_start_time";

    private static final long MAX_TIME = Long.MAX_VALUE / 4;

    private final TraceInput input;
    private final ImportContext context;
    private final InputStream in;
    private final XplaneWriter writer;
    private final XLineDecoder line = new XLineDecoder();
    private final XEventDecoder event = new XEventDecoder();
    private final XEventMetadataDecoder metadata = new XEventMetadataDecoder();
    private final XStatDecoder stat = new XStatDecoder();
    private boolean hasClock;
    /// Whether times are relative to the start of the profile.
    private boolean isRelative = true;

    XplaneReader(TraceInput input, ImportContext context) {
        this.input = input;
        this.context = context;
        in = input.asStream();
        writer = new XplaneWriter(context);
    }

    /// @throws TraceProblem if the file has no events
    void read() throws IOException, TraceProblem {
        try {
            for (int tag = in.read(); tag >= 0; tag = in.read()) {
                if ((tag & 7) != MessageDecoder.BYTES || tag >= 0x80) {
                    throw new EOFException();
                }
                int length = length();
                byte[] bytes = in.readNBytes(length);
                readField(tag >> 3, bytes);
                if (bytes.length < length) {
                    throw new EOFException();
                }
            }
        } catch (EOFException e) {
            context.logs().recordAt(StatNames.XPLANE_TRUNCATED, input.position(), null);
        }
        if (!hasClock) {
            throw new TraceProblem(input.name() + " is a profile of TensorFlow or JAX that has no events");
        }
    }

    private int length() throws IOException {
        long length = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int b = in.read();
            if (b < 0) {
                throw new EOFException();
            }
            length |= (b & 0x7fL) << shift;
            if (b < 0x80) {
                if (length > MAX_LENGTH_BYTES) {
                    throw new EOFException();
                }
                return (int) length;
            }
        }
        throw new EOFException();
    }

    private void readField(int field, byte[] bytes) {
        switch (field) {
            case XSpace.PLANES_FIELD_NUMBER -> readPlane(bytes);
            case XSpace.ERRORS_FIELD_NUMBER, XSpace.WARNINGS_FIELD_NUMBER ->
                context.logs()
                        .record(
                                field == XSpace.ERRORS_FIELD_NUMBER ? StatNames.XPLANE_ERROR : StatNames.XPLANE_WARNING,
                                args -> args.addString(
                                        context.strings().intern("reason"),
                                        context.strings().intern(string(bytes))));
            case XSpace.HOSTNAMES_FIELD_NUMBER -> context.metadata().appendDynamic("xplane_hostname", string(bytes));
            default -> {}
        }
    }

    private static String string(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void readPlane(byte[] bytes) {
        XplanePlane plane = XplanePlane.read(bytes, context.strings());
        Map<Long, XplaneWriter.Line> lines = new HashMap<>();
        long wallClock = plane.number(START_TIME);
        if (wallClock >= MIN_EPOCH_NS && isRelative) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(ClockId.ofFile(context.traceId()), 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), wallClock)));
        }
        XplaneWriter.Process process = null;
        for (int i = 0; i < plane.fields().linesCount(); i++) {
            process = process == null ? writer.process(plane) : process;
            plane.fields().lines(i, line);
            readLine(plane, process, lines);
        }
    }

    /// Reads the events of a line.
    ///
    /// @param lines lines of the plane by the id under which they are shown
    private void readLine(XplanePlane plane, XplaneWriter.Process process, Map<Long, XplaneWriter.Line> lines) {
        setClock(line.timestampNs());
        long row = line.displayId() == 0 ? line.id() : line.displayId();
        String name = line.displayName().isEmpty() ? line.name() : line.displayName();
        String label = name.isEmpty() ? "Line " + row : name;
        XplaneWriter.Line thread = lines.computeIfAbsent(row, r -> writer.line(process, label));
        for (int i = 0; i < line.eventsCount(); i++) {
            line.events(i, event);
            readEvent(plane, thread, line.timestampNs());
        }
    }

    /// Uses the clock of the first line for all lines: the wall clock if its start is a time since 1970.
    private void setClock(long start) {
        if (!hasClock) {
            hasClock = true;
            isRelative = start < MIN_EPOCH_NS;
            context.clocks().useOnly(isRelative ? ClockId.ofFile(context.traceId()) : ClockId.of(ClockId.REALTIME));
        }
    }

    private void readEvent(XplanePlane plane, XplaneWriter.Line thread, long start) {
        if (event.numOccurrences() > 0) {
            // Totals over the whole recording do not belong to any time.
            context.stats().increment(StatNames.XPLANE_AGGREGATED_EVENT);
            return;
        }
        long offset = event.offsetPs();
        long duration = Math.max(event.durationPs(), 0);
        long ns = start + Math.floorDiv(offset, PS_PER_NS);
        // Ends are rounded like starts, so that nested events remain nested.
        long end = start + Math.floorDiv(offset + duration, PS_PER_NS);
        long ts = ns < 0 || end < ns || end > MAX_TIME
                ? ClockTracker.NONE
                : context.clocks().defaultToTraceTime(ns);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.XPLANE_INVALID_TIME);
            return;
        }
        XplanePlane.Event kind = plane.event(event.metadataId());
        XplaneStats stats = new XplaneStats(plane, context.args().builder(), context.strings());
        if (kind.detail() != null) {
            stats.addText("long_name", kind.detail());
        }
        metadata.decode(event.buffer(), kind.from(), kind.size());
        for (int i = 0; i < metadata.statsCount(); i++) {
            stats.add(metadata.stats(i, stat));
        }
        for (int i = 0; i < event.statsCount(); i++) {
            stats.add(event.stats(i, stat));
        }
        writer.writeEvent(thread, ts, end - ns, kind.nameId(), stats);
    }
}

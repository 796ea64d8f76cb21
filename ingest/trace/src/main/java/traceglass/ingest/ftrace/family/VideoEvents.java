package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.V4l2QbufFtraceEvent;
import traceglass.protos.ftrace.Vb2V4l2BufQueueFtraceEvent;

/// Handles Video4Linux: instants on the threads that queue and dequeue buffers, connected by a flow.
final class VideoEvents extends EventFamily {

    /// Names of `v4l2_buf_type` by number (include/uapi/linux/videodev2.h of Linux); 0x80 is PRIVATE.
    private static final String[] TYPES = {
        null,
        "VIDEO_CAPTURE",
        "VIDEO_OUTPUT",
        "VIDEO_OVERLAY",
        "VBI_CAPTURE",
        "VBI_OUTPUT",
        "SLICED_VBI_CAPTURE",
        "SLICED_VBI_OUTPUT",
        "VIDEO_OUTPUT_OVERLAY",
        "VIDEO_CAPTURE_MPLANE",
        "VIDEO_OUTPUT_MPLANE",
        "SDR_CAPTURE",
        "SDR_OUTPUT",
        "META_CAPTURE",
        "META_OUTPUT"
    };
    private static final int TYPE_PRIVATE = 0x80;
    private static final String[] FIELDS = {
        "ANY", "NONE", "TOP", "BOTTOM", "INTERLACED", "SEQ_TB", "SEQ_BT", "ALTERNATE", "INTERLACED_TB", "INTERLACED_BT"
    };
    private static final String[] TIMECODES = {null, "24FPS", "25FPS", "30FPS", "50FPS", "60FPS"};

    /// Name of a `V4L2_BUF_FLAG_…` and its bits; 0 means that no bit is set.
    private record Flag(int bits, String name) {}

    private static final Flag[] BUFFER_FLAGS = {
        new Flag(0x1, "MAPPED"),
        new Flag(0x2, "QUEUED"),
        new Flag(0x4, "DONE"),
        new Flag(0x8, "KEYFRAME"),
        new Flag(0x10, "PFRAME"),
        new Flag(0x20, "BFRAME"),
        new Flag(0x40, "ERROR"),
        new Flag(0x80, "IN_REQUEST"),
        new Flag(0x100, "TIMECODE"),
        new Flag(0x200, "M2M_HOLD_CAPTURE_BUF"),
        new Flag(0x400, "PREPARED"),
        new Flag(0x800, "NO_CACHE_INVALIDATE"),
        new Flag(0x1000, "NO_CACHE_CLEAN"),
        new Flag(0xe000, "TIMESTAMP_MASK"),
        new Flag(0, "TIMESTAMP_UNKNOWN"),
        new Flag(0x2000, "TIMESTAMP_MONOTONIC"),
        new Flag(0x4000, "TIMESTAMP_COPY"),
        new Flag(0x70000, "TSTAMP_SRC_MASK"),
        new Flag(0, "TSTAMP_SRC_EOF"),
        new Flag(0x10000, "TSTAMP_SRC_SOE"),
        new Flag(0x100000, "LAST"),
        new Flag(0x800000, "REQUEST_FD")
    };

    private record Buffer(int minor, long sequence, long type, long index) {}

    private final Map<Buffer, Integer> queued = new HashMap<>();
    private final int category = id("Video 4 Linux 2");

    VideoEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.V4L2_QBUF_FIELD_NUMBER, e -> {
            Buffer buffer = buffer(e);
            // A buffer that is queued again before being dequeued keeps its first slice.
            queued.putIfAbsent(buffer, add(e, "VIDIOC_QBUF", buffer));
        });
        handlers.on(FtraceEvent.V4L2_DQBUF_FIELD_NUMBER, e -> {
            Buffer buffer = buffer(e);
            int slice = add(e, "VIDIOC_DQBUF", buffer);
            Integer from = queued.remove(buffer);
            if (from != null && from >= 0 && slice >= 0) {
                context.flows().add(from, slice);
            }
        });
        handlers.on(FtraceEvent.VB2_V4L2_BUF_QUEUE_FIELD_NUMBER, e -> addDriver(e, "vb2_v4l2_buf_queue"));
        handlers.on(FtraceEvent.VB2_V4L2_BUF_DONE_FIELD_NUMBER, e -> addDriver(e, "vb2_v4l2_buf_done"));
        handlers.on(FtraceEvent.VB2_V4L2_QBUF_FIELD_NUMBER, e -> addDriver(e, "vb2_v4l2_qbuf"));
        // Perfetto's trace processor gives both events the same name.
        handlers.on(FtraceEvent.VB2_V4L2_DQBUF_FIELD_NUMBER, e -> addDriver(e, "vb2_v4l2_qbuf"));
    }

    private static Buffer buffer(KernelEvent e) {
        return new Buffer(
                e.asInt(V4l2QbufFtraceEvent.MINOR_FIELD_NUMBER),
                e.asUint32(V4l2QbufFtraceEvent.SEQUENCE_FIELD_NUMBER),
                e.asUint32(V4l2QbufFtraceEvent.TYPE_FIELD_NUMBER),
                e.asUint32(V4l2QbufFtraceEvent.INDEX_FIELD_NUMBER));
    }

    private int add(KernelEvent e, String call, Buffer buffer) {
        int name = id(
                64,
                call + " minor=" + buffer.minor() + " seq=" + buffer.sequence() + " type=" + buffer.type() + " index="
                        + buffer.index());
        return instant(e, threadTrack(e), category, name, b -> {
            b.addInt(id("minor"), buffer.minor())
                    .addInt(id("index"), buffer.index())
                    .addString(id("type"), id(type(buffer.type())))
                    .addInt(id("bytesused"), e.asUint32(V4l2QbufFtraceEvent.BYTESUSED_FIELD_NUMBER))
                    .addString(id("flags"), id(flags(e.asInt(V4l2QbufFtraceEvent.FLAGS_FIELD_NUMBER))))
                    .addString(id("field"), id(at(FIELDS, e.asUint32(V4l2QbufFtraceEvent.FIELD_FIELD_NUMBER))))
                    .addInt(id("timestamp"), e.asLong(V4l2QbufFtraceEvent.TIMESTAMP_FIELD_NUMBER));
            addTimecode(e, b, V4l2QbufFtraceEvent.TIMECODE_FLAGS_FIELD_NUMBER);
            b.addInt(id("sequence"), buffer.sequence());
        });
    }

    private void addDriver(KernelEvent e, String call) {
        int minor = e.asInt(Vb2V4l2BufQueueFtraceEvent.MINOR_FIELD_NUMBER);
        long sequence = e.asUint32(Vb2V4l2BufQueueFtraceEvent.SEQUENCE_FIELD_NUMBER);
        int name = id(64, call + " minor=" + minor + " seq=" + sequence + " type=0 index=0");
        instant(e, threadTrack(e), category, name, b -> {
            b.addInt(id("minor"), minor)
                    .addString(id("flags"), id(flags(e.asInt(Vb2V4l2BufQueueFtraceEvent.FLAGS_FIELD_NUMBER))))
                    .addString(id("field"), id(at(FIELDS, e.asUint32(Vb2V4l2BufQueueFtraceEvent.FIELD_FIELD_NUMBER))))
                    .addInt(id("timestamp"), e.asLong(Vb2V4l2BufQueueFtraceEvent.TIMESTAMP_FIELD_NUMBER));
            addTimecode(e, b, Vb2V4l2BufQueueFtraceEvent.TIMECODE_FLAGS_FIELD_NUMBER);
            b.addInt(id("sequence"), sequence);
        });
    }

    /// Adds the ten fields of a time code, which have consecutive numbers in all these events: flags, frames,
    /// hours, minutes, seconds, type, user bits.
    private void addTimecode(KernelEvent e, ArgSetBuilder b, int first) {
        b.addString(id("timecode_type"), id(at(TIMECODES, e.asUint32(first + 5))))
                .addString(id("timecode_flags"), id(timecodeFlags(e.asInt(first))))
                .addInt(id("timecode_frames"), e.asUint32(first + 1))
                .addInt(id("timecode_seconds"), e.asUint32(first + 4))
                .addInt(id("timecode_minutes"), e.asUint32(first + 3))
                .addInt(id("timecode_hours"), e.asUint32(first + 2));
        for (int i = 0; i < 4; i++) {
            b.addInt(id("timecode_userbits" + i), e.asUint32(first + 6 + i));
        }
    }

    private static String at(String[] names, long i) {
        return i < names.length ? names[(int) i] : null;
    }

    private static String type(long type) {
        return type == TYPE_PRIVATE ? "PRIVATE" : at(TYPES, type);
    }

    private static String flags(int flags) {
        StringBuilder text = new StringBuilder();
        for (Flag flag : BUFFER_FLAGS) {
            if (flag.bits() == 0 ? flags == 0 : (flags & flag.bits()) != 0) {
                append(text, flag.name());
            }
        }
        return text.toString();
    }

    private static String timecodeFlags(int flags) {
        StringBuilder text = new StringBuilder();
        if (flags == 0) {
            append(text, "USERBITS_USERDEFINED");
        }
        if ((flags & 1) != 0) {
            append(text, "FLAG_DROPFRAME");
        }
        if ((flags & 2) != 0) {
            append(text, "FLAG_COLORFRAME");
        }
        switch (flags & 0xc) {
            case 4 -> append(text, "USERBITS_field(01)");
            case 8 -> append(text, "USERBITS_field(10)");
            case 0xc -> append(text, "USERBITS_field(11)");
            default -> {}
        }
        if ((flags & 8) != 0) {
            append(text, "USERBITS_8BITCHARS");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String name) {
        text.append(text.isEmpty() ? "" : "|").append(name);
    }
}

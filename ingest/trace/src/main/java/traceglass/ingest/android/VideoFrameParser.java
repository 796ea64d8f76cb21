package traceglass.ingest.android;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.extension.FrameworksBaseTracePacket;
import traceglass.protos.extension.VideoFrame;
import traceglass.protos.extension.VideoFrameError;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `video_frame` and `video_frame_error`: encoded images of a display with the time at which they were shown,
/// and encoder errors. The encoded bytes are in `__intrinsic_video_frame_data`, at the same row id as the frame in
/// `__intrinsic_video_frames`.
public final class VideoFrameParser implements PacketParser {

    private static final int FRAME = FrameworksBaseTracePacket.VIDEO_FRAME_FIELD_NUMBER;
    private static final int ERROR = FrameworksBaseTracePacket.VIDEO_FRAME_ERROR_FIELD_NUMBER;
    /// Maximum number of bytes stored per display.
    private static final long MAX_BYTES = 256L << 20;
    private static final long NS_PER_US = 1000;

    private final PacketContext packets;
    private final ImportContext context;
    private final Map<Integer, Display> displays = new HashMap<>();

    /// Properties of a display that apply until a later frame replaces them, and the bytes stored so far.
    private static final class Display {
        int name = StringPool.NULL;
        int codec = StringPool.NULL;
        long bytes;
        boolean isFull;
    }

    public VideoFrameParser(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
    }

    @Override
    public int[] fields() {
        return new int[] {FRAME, ERROR};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        VideoFrame frame = packet.field() == FRAME ? read(ts, packet) : null;
        if (frame == null || !frame.hasPtsUs()) {
            return false;
        }
        long displayTime =
                context.clocks().toTraceTime(packets.clock(ClockId.MONOTONIC, 0), frame.getPtsUs() * NS_PER_US);
        if (displayTime == ClockTracker.NONE) {
            return false;
        }
        packets.push(displayTime, packet);
        return true;
    }

    private VideoFrame read(long ts, Packet packet) {
        try {
            return packet.decode(VideoFrame.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return null;
        }
    }

    @Override
    public void parse(long ts, Packet packet) {
        if (packet.field() == ERROR) {
            reportError(ts, packet);
            return;
        }
        VideoFrame frame = read(ts, packet);
        if (frame == null) {
            return;
        }
        Display display = displays.computeIfAbsent(frame.getDisplayId(), d -> new Display());
        if (frame.hasDisplayName()) {
            display.name = context.strings().intern(frame.getDisplayName());
        }
        if (frame.hasCodecString()) {
            display.codec = context.strings().intern(frame.getCodecString());
        }
        ByteString bytes = frame.hasAuData() ? frame.getAuData() : frame.getCodecConfig();
        if (bytes.isEmpty() || isFull(ts, frame.getDisplayId(), display, bytes.size())) {
            return;
        }
        Table table = context.storage().table(TableNames.VideoFrames.TABLE);
        int row = table.addRow();
        table.longs(TableNames.VideoFrames.TS).set(row, ts);
        table.ints(TableNames.VideoFrames.DISPLAY_ID).set(row, frame.getDisplayId());
        table.strings(TableNames.VideoFrames.DISPLAY_NAME).set(row, display.name);
        table.strings(TableNames.VideoFrames.CODEC_STRING).set(row, display.codec);
        table.longs(TableNames.VideoFrames.FRAME_NUMBER).set(row, frame.getFrameNumber());
        table.ints(TableNames.VideoFrames.CODEC).set(row, frame.getCodec().getNumber());
        if (frame.hasAuData()) {
            table.ints(TableNames.VideoFrames.IS_KEY_FRAME).set(row, frame.getIsKeyFrame() ? 1 : 0);
            if (frame.hasPtsUs()) {
                table.longs(TableNames.VideoFrames.PTS_US).set(row, frame.getPtsUs());
            }
        } else {
            table.ints(TableNames.VideoFrames.IS_CONFIG).set(row, 1);
        }
        Table data = context.storage().table(TableNames.VideoFrameData.TABLE);
        data.blobs(TableNames.VideoFrameData.DATA).set(data.addRow(), bytes.toByteArray());
    }

    private boolean isFull(long ts, int id, Display display, int size) {
        if (display.bytes + size <= MAX_BYTES) {
            display.bytes += size;
            return false;
        }
        if (!display.isFull) {
            display.isFull = true;
            record(StatNames.ANDROID_VIDEO_PARSE_SIZE_CAP_HIT, ts, id);
        }
        return true;
    }

    private void record(String stat, long ts, int display) {
        context.logs()
                .recordAtTime(stat, ts, b -> b.addUint(context.strings().intern("display_id"), display & 0xFFFF_FFFFL));
    }

    private void reportError(long ts, Packet packet) {
        VideoFrameError error;
        try {
            error = packet.decode(VideoFrameError.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        String stat = switch (error.getReason()) {
            case SIZE_CAP_HIT -> StatNames.ANDROID_VIDEO_SIZE_CAP_HIT;
            case CODEC_ERROR -> StatNames.ANDROID_VIDEO_CODEC_ERROR;
            case DISPLAY_GONE -> StatNames.ANDROID_VIDEO_DISPLAY_GONE;
            case NO_ENCODER -> StatNames.ANDROID_VIDEO_NO_ENCODER;
            case DISPLAY_NOT_FOUND -> StatNames.ANDROID_VIDEO_DISPLAY_NOT_FOUND;
            case ENCODER_SETUP_FAILED -> StatNames.ANDROID_VIDEO_ENCODER_SETUP_FAILED;
            case VIRTUAL_DISPLAY_FAILED -> StatNames.ANDROID_VIDEO_VIRTUAL_DISPLAY_FAILED;
            case REASON_UNKNOWN -> null;
        };
        if (stat != null) {
            record(stat, ts, error.getDisplayId());
        }
    }
}

package traceglass.ingest.winscope;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;

/// Rows shared by the parsers of this package: message arguments, messages, rectangles and transforms, without
/// duplicates.
final class WinscopeRows {

    private static final String PACKAGE = "com.android.internal.";

    private final ImportContext context;
    private final PacketContext packets;
    private final ProtoArgs protoArgs;
    private final Map<Rect, Integer> rects = new HashMap<>();
    private final Map<Transform, Integer> transforms = new HashMap<>();
    private final Map<Long, Integer> messages = new HashMap<>();

    /// Row of `__intrinsic_winscope_trace_rect`.
    ///
    /// @param opacity opacity from 0 to 1; null if nothing is drawn
    /// @param borderWidth width of the border; null if there is none
    record TraceRect(
            int rect,
            long group,
            int depth,
            boolean isSpy,
            boolean isVisible,
            Double opacity,
            int transform,
            Double borderWidth,
            long borderColor) {}

    WinscopeRows(PacketContext packets) {
        this.packets = packets;
        context = packets.context();
        protoArgs = new ProtoArgs(context, packets.types());
    }

    ImportContext context() {
        return context;
    }

    PacketContext packets() {
        return packets;
    }

    /// Writes the arguments of a message.
    ///
    /// @param type name of the message type, without the package
    /// @param fields numbers of the fields to write; null for all
    /// @param stat statistic that counts incomplete messages
    /// @return the arg set
    int args(byte[] bytes, int offset, int length, String type, BitSet fields, long ts, String stat) {
        ArgSetBuilder b = context.args().builder();
        addArgs(b, protoArgs, bytes, offset, length, type, fields, null, ts, stat);
        return context.args().commit(b);
    }

    int args(byte[] bytes, String type, long ts, String stat) {
        return args(bytes, 0, bytes.length, type, null, ts, stat);
    }

    /// Adds the arguments of a message to an arg set.
    void addArgs(
            ArgSetBuilder b, byte[] bytes, int offset, int length, String type, BitSet fields, long ts, String stat) {
        addArgs(b, protoArgs, bytes, offset, length, type, fields, null, ts, stat);
    }

    /// Adds the arguments of a message to an arg set, using the caller's decoder.
    void addArgs(
            ArgSetBuilder b,
            ProtoArgs converter,
            byte[] bytes,
            int offset,
            int length,
            String type,
            BitSet fields,
            SequenceState state,
            long ts,
            String stat) {
        MessageType t = packets.types().message(PACKAGE + type);
        if (t == null || !converter.addMessage(bytes, offset, length, t, "", fields, false, b, state, ts)) {
            context.stats().increment(stat);
        }
    }

    /// Stores a message so that its arguments can be derived again with the defaults of unset fields.
    ///
    /// @return id of the message for `base64_proto_id`; equal messages share one
    int storeMessage(byte[] bytes, int offset, int length) {
        long hash = length;
        for (int i = offset, end = offset + length; i < end; i++) {
            hash = (hash ^ bytes[i]) * 0x100000001B3L;
            hash ^= hash >>> 29;
        }
        // Messages are identified by a 64-bit hash, like arg sets.
        Integer existing = messages.get(hash);
        if (existing != null) {
            return existing;
        }
        Table table = context.storage().table(TableNames.WinscopeProto.TABLE);
        int row = table.addRow();
        table.blobs(TableNames.WinscopeProto.MESSAGE).set(row, Arrays.copyOfRange(bytes, offset, offset + length));
        messages.put(hash, row);
        return row;
    }

    int storeMessage(byte[] bytes) {
        return storeMessage(bytes, 0, bytes.length);
    }

    /// Returns the row of an equal rectangle; adds one if there is none.
    int rect(Rect rect) {
        Integer existing = rects.get(rect);
        if (existing == null) {
            existing = addRect(rect);
            rects.put(rect, existing);
        }
        return existing;
    }

    /// Adds a rectangle even if there is an equal one.
    int addRect(Rect rect) {
        Table table = context.storage().table(TableNames.WinscopeRect.TABLE);
        int row = table.addRow();
        table.doubles(TableNames.WinscopeRect.X).set(row, rect.x());
        table.doubles(TableNames.WinscopeRect.Y).set(row, rect.y());
        table.doubles(TableNames.WinscopeRect.W).set(row, rect.w());
        table.doubles(TableNames.WinscopeRect.H).set(row, rect.h());
        return row;
    }

    int transform(Transform t) {
        return transforms.computeIfAbsent(t, this::addTransform);
    }

    int addTransform(Transform t) {
        Table table = context.storage().table(TableNames.WinscopeTransform.TABLE);
        int row = table.addRow();
        table.doubles(TableNames.WinscopeTransform.DSDX).set(row, t.dsdx());
        table.doubles(TableNames.WinscopeTransform.DTDX).set(row, t.dtdx());
        table.doubles(TableNames.WinscopeTransform.TX).set(row, t.tx());
        table.doubles(TableNames.WinscopeTransform.DTDY).set(row, t.dtdy());
        table.doubles(TableNames.WinscopeTransform.DSDY).set(row, t.dsdy());
        table.doubles(TableNames.WinscopeTransform.TY).set(row, t.ty());
        return row;
    }

    int traceRect(TraceRect r) {
        Table table = context.storage().table(TableNames.WinscopeTraceRect.TABLE);
        int row = table.addRow();
        table.ints(TableNames.WinscopeTraceRect.RECT_ID).set(row, r.rect());
        table.longs(TableNames.WinscopeTraceRect.GROUP_ID).set(row, r.group());
        table.ints(TableNames.WinscopeTraceRect.DEPTH).set(row, r.depth());
        table.longs(TableNames.WinscopeTraceRect.IS_SPY).set(row, r.isSpy() ? 1 : 0);
        table.longs(TableNames.WinscopeTraceRect.IS_VISIBLE).set(row, r.isVisible() ? 1 : 0);
        table.ints(TableNames.WinscopeTraceRect.TRANSFORM_ID).set(row, r.transform());
        if (r.opacity() != null) {
            table.doubles(TableNames.WinscopeTraceRect.OPACITY).set(row, r.opacity());
        }
        if (r.borderWidth() != null) {
            table.doubles(TableNames.WinscopeTraceRect.BORDER_WIDTH).set(row, r.borderWidth());
            table.longs(TableNames.WinscopeTraceRect.BORDER_COLOR).set(row, r.borderColor());
        }
        return row;
    }

    static long unsigned(int value) {
        return value & 0xFFFF_FFFFL;
    }

    static long unsignedOrNull(boolean isSet, int value) {
        return isSet ? unsigned(value) : LongColumn.NULL;
    }
}

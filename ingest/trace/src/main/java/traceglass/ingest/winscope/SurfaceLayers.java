package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.winscope.DisplayProto;
import traceglass.protos.winscope.LayerProto;
import traceglass.protos.winscope.LayersProtoDecoder;
import traceglass.protos.winscope.LayersSnapshotProto;
import traceglass.protos.winscope.LayersSnapshotProtoDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `surfaceflinger_layers_snapshot`: the layers and displays of SurfaceFlinger at one point in time.
final class SurfaceLayers {

    private static final String ERRORS = StatNames.WINSCOPE_SF_LAYERS_PARSE_ERRORS;
    private static final int INVALID_STACK = -1;
    /// All fields of a snapshot except its layers, which have separate arguments.
    private static final BitSet FIELDS = new BitSet();

    static {
        FIELDS.set(1, 9);
        FIELDS.clear(LayersSnapshotProto.LAYERS_FIELD_NUMBER);
    }

    private final WinscopeRows rows;
    private final ImportContext context;
    private final StringPool strings;

    SurfaceLayers(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
        strings = context.strings();
    }

    void parse(long ts, Packet packet) {
        LayersSnapshotProto snapshot;
        try {
            snapshot = packet.decode(LayersSnapshotProto.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        int id = writeSnapshot(ts, packet, snapshot);
        Map<Integer, Rect> displays = new HashMap<>();
        int index = 0;
        for (DisplayProto display : snapshot.getDisplaysList()) {
            addDisplay(display, id, index++, displays);
        }
        Layers layers = new Layers(snapshot);
        LayerVisibility visibility = new LayerVisibility(snapshot, layers);
        LayerRects rects = new LayerRects(rows, snapshot, layers, visibility, displays);
        LayersProtoDecoder list =
                packet.decode(new LayersSnapshotProtoDecoder()).layers(new LayersProtoDecoder());
        for (int i = 0; i < list.layersCount(); i++) {
            WireMessage bytes = new WireMessage(list.buffer(), list.layersOffset(i), list.layersLength(i));
            writeLayer(ts, bytes, id, layers, visibility, rects);
        }
    }

    private int writeSnapshot(long ts, Packet packet, LayersSnapshotProto snapshot) {
        Table table = context.storage().table(TableNames.SurfaceflingerLayersSnapshot.TABLE);
        int id = table.addRow();
        table.longs(TableNames.SurfaceflingerLayersSnapshot.TS).set(id, ts);
        table.longs(TableNames.SurfaceflingerLayersSnapshot.HAS_INVALID_ELAPSED_TS)
                .set(id, snapshot.getElapsedRealtimeNanos() == 0 ? 1 : 0);
        table.longs(TableNames.SurfaceflingerLayersSnapshot.BASE64_PROTO_ID)
                .set(id, rows.storeMessage(packet.buffer(), packet.fieldOffset(), packet.fieldLength()));
        table.longs(TableNames.SurfaceflingerLayersSnapshot.SEQUENCE_ID)
                .set(id, WinscopeRows.unsigned(packet.sequenceId()));
        table.ints(TableNames.SurfaceflingerLayersSnapshot.ARG_SET_ID)
                .set(
                        id,
                        rows.args(
                                packet.buffer(),
                                packet.fieldOffset(),
                                packet.fieldLength(),
                                "LayersSnapshotProto",
                                FIELDS,
                                ts,
                                ERRORS));
        return id;
    }

    private void addDisplay(DisplayProto display, int snapshot, int index, Map<Integer, Rect> areas) {
        Rect rect = Layers.displayedArea(display);
        areas.put(display.getLayerStack(), rect);
        int row = rows.rect(rect.isEmpty() ? Layers.size(display) : rect);
        Table table = context.storage().table(TableNames.SurfaceflingerDisplay.TABLE);
        int id = table.addRow();
        table.ints(TableNames.SurfaceflingerDisplay.SNAPSHOT_ID).set(id, snapshot);
        table.longs(TableNames.SurfaceflingerDisplay.IS_ON).set(id, display.getLayerStack() != INVALID_STACK ? 1 : 0);
        table.longs(TableNames.SurfaceflingerDisplay.IS_VIRTUAL).set(id, display.getIsVirtual() ? 1 : 0);
        table.longs(TableNames.SurfaceflingerDisplay.DISPLAY_ID).set(id, display.getId());
        if (display.hasName()) {
            table.strings(TableNames.SurfaceflingerDisplay.DISPLAY_NAME).set(id, strings.intern(display.getName()));
        }
        table.ints(TableNames.SurfaceflingerDisplay.TRACE_RECT_ID)
                .set(
                        id,
                        rows.traceRect(new WinscopeRows.TraceRect(
                                row,
                                WinscopeRows.unsigned(display.getLayerStack()),
                                index,
                                false,
                                false,
                                null,
                                0,
                                null,
                                0)));
    }

    private void writeLayer(
            long ts, WireMessage bytes, int snapshot, Layers layers, LayerVisibility visibility, LayerRects rects) {

        LayerProto layer;
        try {
            layer = LayerProto.parser().parseFrom(bytes.buffer(), bytes.offset(), bytes.length());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        LayerVisibility.VisibilityState state = layer.hasId() ? visibility.of(layer.getId()) : null;
        Table table = context.storage().table(TableNames.SurfaceflingerLayer.TABLE);
        int id = table.addRow();
        table.ints(TableNames.SurfaceflingerLayer.SNAPSHOT_ID).set(id, snapshot);
        table.longs(TableNames.SurfaceflingerLayer.BASE64_PROTO_ID)
                .set(id, rows.storeMessage(bytes.buffer(), bytes.offset(), bytes.length()));
        table.longs(TableNames.SurfaceflingerLayer.IS_HIDDEN_BY_POLICY).set(id, Layers.isHidden(layer) ? 1 : 0);
        table.longs(TableNames.SurfaceflingerLayer.IS_VISIBLE).set(id, state != null && state.isVisible() ? 1 : 0);
        if (layer.hasId()) {
            table.longs(TableNames.SurfaceflingerLayer.LAYER_ID).set(id, layer.getId());
            table.ints(TableNames.SurfaceflingerLayer.LAYER_RECT_ID).set(id, rects.addBounds(layer.getId()));
            table.ints(TableNames.SurfaceflingerLayer.INPUT_RECT_ID).set(id, rects.addInput(layer.getId()));
        }
        if (layer.hasName()) {
            table.strings(TableNames.SurfaceflingerLayer.LAYER_NAME).set(id, strings.intern(layer.getName()));
        }
        if (layer.hasParent()) {
            table.longs(TableNames.SurfaceflingerLayer.PARENT).set(id, layer.getParent());
        }
        if (layer.hasHwcCompositionType()) {
            table.longs(TableNames.SurfaceflingerLayer.HWC_COMPOSITION_TYPE)
                    .set(id, layer.getHwcCompositionType().getNumber());
        }
        if (layer.hasZOrderRelativeOf()) {
            table.longs(TableNames.SurfaceflingerLayer.Z_ORDER_RELATIVE_OF).set(id, layer.getZOrderRelativeOf());
        }
        table.longs(TableNames.SurfaceflingerLayer.IS_MISSING_Z_PARENT)
                .set(id, layer.getZOrderRelativeOf() > 0 && layers.get(layer.getZOrderRelativeOf()) == null ? 1 : 0);
        Rect.Corners corners = Layers.corners(layer);
        table.doubles(TableNames.SurfaceflingerLayer.CORNER_RADIUS_TL).set(id, corners.tl());
        table.doubles(TableNames.SurfaceflingerLayer.CORNER_RADIUS_TR).set(id, corners.tr());
        table.doubles(TableNames.SurfaceflingerLayer.CORNER_RADIUS_BL).set(id, corners.bl());
        table.doubles(TableNames.SurfaceflingerLayer.CORNER_RADIUS_BR).set(id, corners.br());
        table.ints(TableNames.SurfaceflingerLayer.ARG_SET_ID).set(id, args(ts, bytes, state));
    }

    private int args(long ts, WireMessage bytes, LayerVisibility.VisibilityState state) {
        ArgSetBuilder b = context.args().builder();
        rows.addArgs(b, bytes.buffer(), bytes.offset(), bytes.length(), "LayerProto", null, ts, ERRORS);
        if (state != null) {
            int flat = strings.intern("visibility_reason");
            for (int i = 0; i < state.reasons().size(); i++) {
                b.addString(
                        flat,
                        strings.intern("visibility_reason[" + i + "]"),
                        strings.intern(state.reasons().get(i)));
            }
            addLayers(b, "occluded_by", state.occludedBy());
            addLayers(b, "partially_occluded_by", state.partlyOccludedBy());
            addLayers(b, "covered_by", state.coveredBy());
        }
        return context.args().commit(b);
    }

    private void addLayers(ArgSetBuilder b, String key, List<Integer> layerIds) {
        int flat = strings.intern(key);
        for (int i = 0; i < layerIds.size(); i++) {
            b.addInt(flat, strings.intern(key + "[" + i + "]"), layerIds.get(i));
        }
    }
}

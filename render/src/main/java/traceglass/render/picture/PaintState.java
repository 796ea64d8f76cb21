package traceglass.render.picture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.CounterLook;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.surface.Fonts;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// State that the painters read. Owned and changed only by the timeline control, on the JavaFX thread.
public final class PaintState {

    public Theme theme = Theme.LIGHT;
    public Palette palette = Palette.of(Theme.LIGHT);
    public Fonts fonts = new Fonts(1);
    public Geometry geometry = new Geometry(0, 0, 280, 0, 1, false);
    public Viewport viewport = new Viewport(0, 0, 1_000_000_000);
    public TimeSpan bounds = new TimeSpan(0, 1_000_000_000);
    /// Range that the window may show if it differs from the bounds of the trace, or null.
    public TimeSpan reach;
    /// Time shown as 0 on the axis if it is not the start of the trace, or null.
    public Long zero;
    public Layout layout = Layout.EMPTY;
    public double scrollY;
    public double pinnedScroll;
    public FrameLoader frames;
    public TimelineSelection selection = TimelineSelection.NOTHING;
    /// Rectangle of a running drag that selects the events in it, or null.
    public Lasso lasso;
    public Hover hover = Hover.NONE;
    /// Name that keeps its color while all others are dimmed, or null.
    public String highlightName;
    /// Style of the tracks that are dimmed: names of slices mean nothing on CPU tracks.
    public TrackStyle highlightStyle;
    /// Flows of the selected slice, or of the slices in the selected area.
    public List<Flow> flows = List.of();
    /// Number of flows that are not drawn.
    public long hiddenFlows;
    /// Wakeup of the selected thread, or null.
    public Wakeup wakeup;
    public List<Note> notes = List.of();
    /// Data of the minimap, or null.
    public MinimapData minimap;
    /// Minimap data of two traces, one lane each, or null.
    public MinimapData pairMinimap;
    /// Time ranges with lost data.
    public LossIndex losses = LossIndex.NONE;
    public long[] searchHits = new long[0];
    /// Keys of tracks with search hits, marked next to the scroll bar.
    public Set<String> hitTracks = Set.of();
    /// Position of the pointer over the time area, px from the left edge of the control, or NaN.
    public double pointerX = Double.NaN;
    /// Time under the pointer on the other timeline, or null.
    public Long pairPointer;
    /// Time in ns highlighted by another panel, for example by the list row under the pointer; null for none.
    public Long markedTime;
    /// Time to which a dragged edge has snapped, or `Long.MIN_VALUE`.
    public long snappedTo = Long.MIN_VALUE;
    /// Keys of slice tracks with rows collapsed to 3 px.
    public Set<String> flat = Set.of();
    /// Drawing settings of counters, by key.
    public Function<String, CounterLook> looks = _ -> CounterLook.DEFAULT;
    /// Nodes of the tree, by key.
    public Function<String, TrackNode> nodes = _ -> null;
    /// Shared ranges of counters, cached during one painting.
    public final Map<String, double[]> sharedRanges = new HashMap<>();
    /// `System.nanoTime` at the start of this painting.
    public long nowNs;
    /// Position of the preview flag in the notes strip, px, or NaN.
    public double noteHoverX = Double.NaN;
    /// Key of the row with the keyboard focus, or null.
    public String focusedRow;
    /// Whether a track has help.
    public java.util.function.Predicate<TrackNode> help = _ -> false;
    /// Key of the row that was just jumped to, or null; and the strength of its highlight, initially 1.
    public String highlightedRow;
    public double highlightStrength;
    /// Drop position of a dragged row, px, or NaN; and its indentation.
    public double dropY = Double.NaN;
    public double dropInset;
    /// Time ranges shaded behind the tracks, as pairs of start and end in ns, ascending.
    public long[] stripes = new long[0];
    /// Time format.
    public TimeStyle times = TimeStyle.DEFAULT;
    /// Number of rows with nothing to show in a part of the window; reset by its reader.
    public int blankRows;
    /// `System.nanoTime` at which the first row without data is shown as unknown instead of empty; `Long.MAX_VALUE`
    /// if there is none.
    public long unknownMarkNs = Long.MAX_VALUE;

    /// Range that the window may show.
    public TimeSpan reach() {
        return reach == null ? bounds : reach;
    }

    /// Time shown as 0 on the axis.
    public long origin() {
        return zero == null ? bounds.start() : zero;
    }

    /// Position of a time on the control, px.
    public double x(long ts) {
        return geometry.timeX() + viewport.x(ts, geometry.timeWidth());
    }

    /// Distance on the control between the top of all rows, or of all pinned rows, and the origin, px.
    public double offset(boolean pinned) {
        return pinned ? geometry.headerHeight() - pinnedScroll : geometry.tracksTop() - scrollY;
    }

    /// Top of a row on the control, on a whole px.
    public double top(Row row, boolean pinned) {
        return Math.round(offset(pinned) + row.y());
    }

    /// Keys of parent groups, by the key of a track or group.
    public java.util.Map<String, String> parents = java.util.Map.of();

    /// Key of the innermost group with a visible row that contains a track without one, or null.
    public String visibleGroupOf(String trackKey) {
        String key = parents.get(trackKey);
        while (key != null && layout.row(key) == null) {
            key = parents.get(key);
        }
        return key;
    }

    /// Converts a size of the design to px of the control, by the scale of text and rows.
    public double px(double size) {
        return size * theme.scale();
    }
}

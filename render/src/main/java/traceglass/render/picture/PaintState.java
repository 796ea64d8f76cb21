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
import traceglass.render.surface.Fonts;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// Everything the painters read. Owned and changed by the timeline control alone, on the JavaFX thread.
public final class PaintState {

    public Theme theme = Theme.LIGHT;
    public Palette palette = Palette.of(Theme.LIGHT);
    public Fonts fonts = new Fonts(1);
    public Geometry geometry = new Geometry(0, 0, 280, 0, 1, false);
    public Viewport viewport = new Viewport(0, 0, 1_000_000_000);
    public TimeSpan bounds = new TimeSpan(0, 1_000_000_000);
    /// How far the window may go where that is not the trace alone, or null.
    public TimeSpan reach;
    /// The time that the axis calls 0 where that is not the start of the trace, or null.
    public Long zero;
    public Layout layout = Layout.EMPTY;
    public double scrollY;
    public double pinnedScroll;
    public FrameLoader frames;
    public TimelineSelection selection = TimelineSelection.NOTHING;
    public Hover hover = Hover.NONE;
    /// Names that keep their colour while all others are paled, or null.
    public String highlightName;
    /// The kind of tracks on which they do: names of slices say nothing about who runs on a CPU.
    public TrackStyle highlightStyle;
    /// Arrows of the selected slice, or of slices in the selected range.
    public List<Flow> flows = List.of();
    /// How many flows are not among them.
    public long hiddenFlows;
    /// How the selected thread came to run, or null.
    public Wakeup wakeup;
    public List<Note> notes = List.of();
    /// What the minimap shows, or null.
    public MinimapData minimap;
    /// What it shows of two traces, a lane each, or null.
    public MinimapData pairMinimap;
    /// Stretches in which data was lost.
    public Losses losses = Losses.NONE;
    public long[] searchHits = new long[0];
    /// Tracks with search hits, by key: marked beside the scroll bar.
    public Set<String> hitTracks = Set.of();
    /// Where the pointer is over time, px from the left edge of the control, or NaN.
    public double pointerX = Double.NaN;
    /// The time under the pointer on a timeline beside this one, or null.
    public Long pairPointer;
    /// A time marked by a line from elsewhere, such as the row of a list under the pointer; null for none.
    public Long markedTime;
    /// Time to which a dragged edge has snapped, or `Long.MIN_VALUE`.
    public long snappedTo = Long.MIN_VALUE;
    /// Slice tracks that are shown 3 px a depth.
    public Set<String> flat = Set.of();
    /// How counters are drawn, by key.
    public Function<String, CounterLook> looks = _ -> CounterLook.DEFAULT;
    /// Nodes of the tree, by key.
    public Function<String, TrackNode> nodes = _ -> null;
    /// Ranges that counters share, as they are during one painting.
    public final Map<String, double[]> sharedRanges = new HashMap<>();
    /// Time of day `System.nanoTime` of this painting.
    public long nowNs;
    /// Where the preview flag stands in the notes strip, px, or NaN.
    public double noteHoverX = Double.NaN;
    /// Key of the row that the keyboard is on, or null.
    public String focusedRow;
    /// Whether there is something to say about what a track is.
    public java.util.function.Predicate<TrackNode> help = _ -> false;
    /// Key of the row that was just gone to, or null; and how strongly it is lit, 1 at first.
    public String litRow;
    public double light;
    /// Where a dragged row would go, px, or NaN; and how far from the left it belongs.
    public double dropY = Double.NaN;
    public double dropInset;
    /// Stretches painted behind the tracks, as pairs of start and end in ns, ascending.
    public long[] stripes = new long[0];
    /// How times are written.
    public TimeStyle times = TimeStyle.DEFAULT;
    /// Counts rows that had nothing to show for a part of the window; reset by who reads it.
    public int blankRows;
    /// When, as `System.nanoTime`, the first of those rows that look like empty ones so far is to say that it waits
    /// for its data; `Long.MAX_VALUE` when there is none.
    public long sayBlankNs = Long.MAX_VALUE;

    /// How far the window may go.
    public TimeSpan reach() {
        return reach == null ? bounds : reach;
    }

    /// The time that the axis calls 0.
    public long origin() {
        return zero == null ? bounds.start() : zero;
    }

    /// Left edge of a time on the control, px.
    public double x(long ts) {
        return geometry.timeX() + viewport.x(ts, geometry.timeWidth());
    }

    /// Key of the group by the key of a track or group in it.
    public java.util.Map<String, String> parents = java.util.Map.of();

    /// The innermost group with a visible row that holds a track which has none itself, or null.
    public String visibleGroupOf(String trackKey) {
        String key = parents.get(trackKey);
        while (key != null && layout.row(key) == null) {
            key = parents.get(key);
        }
        return key;
    }

    /// A size of the design in px of the control: type and rows may be scaled.
    public double px(double size) {
        return size * theme.scale();
    }
}

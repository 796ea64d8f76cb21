package traceglass.render.model;

import traceglass.render.color.Palette;
import traceglass.render.color.Theme;
import traceglass.render.font.Fonts;
import traceglass.render.font.TextMeasure;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;

/// State of a timeline: the visible time and rows, the selection, marks, and the element under the pointer.
/// Changed only by the timeline control, on the JavaFX thread; scenes are built from it, and painters read it.
public final class TimelineModel {

    private Theme theme = Theme.LIGHT;
    private Palette palette = Palette.of(Theme.LIGHT);
    private final TextMeasure measure;
    private Fonts fonts;
    private TimeStyle times = TimeStyle.DEFAULT;
    private Geometry geometry = new Geometry(0, 0, 280, 0, 1, false);
    private Viewport viewport = new Viewport(0, 0, 1_000_000_000);
    private TimeSpan bounds = new TimeSpan(0, 1_000_000_000);
    private TimeSpan allowedSpan;
    private Long zeroTime;
    private Layout layout = Layout.EMPTY;
    private double scrollY;
    private double pinnedScroll;
    private FrameLoader frames;
    private TimelineSelection selection = TimelineSelection.NOTHING;
    private final TrackAppearance tracks = new TrackAppearance();
    private final TimelineMarks marks = new TimelineMarks();
    private final Highlights highlights = new Highlights();
    private final PointerState pointer = new PointerState();
    private final Painting painting = new Painting();
    private final Changes changes = new Changes();

    /// Creates a timeline that is laid out but not drawn.
    public TimelineModel() {
        this(TextMeasure.FIXED_WIDTH);
    }

    /// @param measure measures texts in the fonts with which the timeline is drawn
    public TimelineModel(TextMeasure measure) {
        this.measure = measure;
        fonts = new Fonts(1, measure);
    }

    public Theme theme() {
        return theme;
    }

    public Palette palette() {
        return palette;
    }

    public Fonts fonts() {
        return fonts;
    }

    /// Format of times.
    public TimeStyle times() {
        return times;
    }

    public void setTimes(TimeStyle value) {
        times = value;
    }

    public Geometry geometry() {
        return geometry;
    }

    public void setGeometry(Geometry value) {
        geometry = value;
    }

    public Viewport viewport() {
        return viewport;
    }

    public void setViewport(Viewport value) {
        viewport = value;
    }

    /// Time range of the trace.
    public TimeSpan bounds() {
        return bounds;
    }

    public void setBounds(TimeSpan value) {
        bounds = value;
    }

    /// Time shown as 0 on the axis if it is not the start of the trace, or null.
    public Long zeroTime() {
        return zeroTime;
    }

    public void setZeroTime(Long value) {
        zeroTime = value;
    }

    public Layout layout() {
        return layout;
    }

    public void setLayout(Layout value) {
        layout = value;
    }

    public double scrollY() {
        return scrollY;
    }

    public void setScrollY(double value) {
        scrollY = value;
    }

    public double pinnedScroll() {
        return pinnedScroll;
    }

    public void setPinnedScroll(double value) {
        pinnedScroll = value;
    }

    public FrameLoader frames() {
        return frames;
    }

    public void setFrames(FrameLoader value) {
        frames = value;
    }

    public TimelineSelection selection() {
        return selection;
    }

    public void setSelection(TimelineSelection value) {
        selection = value;
    }

    public TrackAppearance tracks() {
        return tracks;
    }

    public TimelineMarks marks() {
        return marks;
    }

    public Highlights highlights() {
        return highlights;
    }

    public PointerState pointer() {
        return pointer;
    }

    public Painting painting() {
        return painting;
    }

    /// Marks of the parts that are outdated.
    public Changes changes() {
        return changes;
    }

    /// Sets the theme, and with it colors and fonts.
    public void setTheme(Theme value) {
        theme = value;
        palette = Palette.of(value);
        fonts = new Fonts(value.scale(), measure);
    }

    /// Range that the window may show.
    public TimeSpan allowedSpan() {
        return allowedSpan == null ? bounds : allowedSpan;
    }

    /// Whether the window may show a range other than that of the trace.
    public boolean hasAllowedSpan() {
        return allowedSpan != null;
    }

    /// @param value range that the window may show if it differs from the bounds of the trace, or null
    public void setAllowedSpan(TimeSpan value) {
        allowedSpan = value;
    }

    /// Time shown as 0 on the axis.
    public long origin() {
        return zeroTime == null ? bounds.start() : zeroTime;
    }

    /// Position of a time on the control, px.
    public double x(long ts) {
        return geometry.timeX() + viewport.x(ts, geometry.timeWidth());
    }

    /// Time at a position on the control, ns.
    public long timeAt(double x) {
        return viewport.timeAt(x - geometry.timeX(), geometry.timeWidth());
    }

    /// Distance on the control between the top of all rows, or of all pinned rows, and the origin, px.
    public double offset(boolean isPinned) {
        return isPinned ? geometry.headerHeight() - pinnedScroll : geometry.tracksTop() - scrollY;
    }

    /// Top of a row on the control, on a whole px.
    public double top(Row row, boolean isPinned) {
        return Math.round(offset(isPinned) + row.y());
    }

    /// Key of the innermost group with a visible row that contains a track without one, or null.
    public String visibleGroupOf(String trackKey) {
        String key = tracks.parent(trackKey);
        while (key != null && layout.row(key) == null) {
            key = tracks.parent(key);
        }
        return key;
    }

    /// Converts a size of the design to px of the control, by the scale of text and rows.
    public double px(double size) {
        return size * theme.scale();
    }
}

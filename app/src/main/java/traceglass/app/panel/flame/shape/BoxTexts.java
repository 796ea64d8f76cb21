package traceglass.app.panel.flame.shape;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// Labels and tooltips of the boxes of a flame graph.
public final class BoxTexts {

    private BoxTexts() {}

    /// Label of the root frame.
    public static String allFrames(String total) {
        return tr("All  ·  {0}", total);
    }

    /// Label of a box that stands for several frames.
    public static String narrowFrames(int frames) {
        return DisplayText.count(frames, "narrow frame", "narrow frames");
    }

    /// Tooltip of a box that stands for several children of a frame.
    public static String narrowFramesBelow(int frames, String parent) {
        return tr("{0} below {1}", narrowFrames(frames), parent);
    }

    /// Describes a share of the whole graph.
    public static String shareOfAll(String share) {
        return tr("{0} of all", share);
    }

    /// Describes a share of the parent frame.
    public static String shareOfParent(String share) {
        return tr("{0} of parent", share);
    }

    /// Describes the value of a frame without its children.
    public static String selfValue(String value) {
        return tr("self {0}", value);
    }

    /// Describes the value of a frame in the base of a comparison.
    public static String baseValue(String value) {
        return tr("base {0}", value);
    }

    /// Describes the value of a frame in the graph that is compared with a base.
    public static String currentValue(String value) {
        return tr("current {0}", value);
    }

    /// Returns a part of a total as a percentage.
    public static String share(long part, long total) {
        return total == 0 ? "0%" : DisplayText.percent(100.0 * part / total);
    }
}

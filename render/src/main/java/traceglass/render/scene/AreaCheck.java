package traceglass.render.scene;

import java.util.Set;
import traceglass.analysis.track.TrackNode;

/// Whether all, some or none of a row's tracks are in the selected area; the state of its check box.
public enum AreaCheck {
    ON,
    SOME,
    OFF;

    /// @param keys tracks of the selected area
    public static AreaCheck of(TrackNode node, Set<String> keys) {
        if (!node.isGroup()) {
            return keys.contains(node.key()) ? ON : OFF;
        }
        boolean hasChecked = false;
        boolean hasUnchecked = false;
        for (TrackNode child : node.children()) {
            AreaCheck check = of(child, keys);
            hasChecked |= check != OFF;
            hasUnchecked |= check != ON;
            if (hasChecked && hasUnchecked) {
                return SOME;
            }
        }
        return hasChecked ? ON : OFF;
    }
}

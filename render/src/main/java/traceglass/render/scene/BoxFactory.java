package traceglass.render.scene;

import java.util.List;
import traceglass.render.box.Box;

/// Places all boxes of one kind.
@FunctionalInterface
public interface BoxFactory {

    /// Returns the boxes that may be at least partly visible, in the order in which they are painted.
    List<? extends Box> place(Placement placement);
}

package traceglass.analysis.derived;

import java.util.List;
import traceglass.analysis.events.EventLink;

/// What a standard module found.
///
/// @param dur ns, −1 when it never ended
/// @param columns names and values of what there is to tell
/// @param color key of its colour, null where that is the name
/// @param links the events and owners that it names
public record DerivedFacts(
        long id, long ts, long dur, String name, String color, List<String[]> columns, List<EventLink> links) {}

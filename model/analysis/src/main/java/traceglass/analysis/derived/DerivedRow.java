package traceglass.analysis.derived;

import java.util.List;
import traceglass.analysis.events.EventDetails.Field;
import traceglass.analysis.events.EventLink;

/// Row of a derived table.
///
/// @param dur duration, ns; −1 if it never ended
/// @param columns names and values of the columns to show
/// @param color key of its color; null if the name is the key
/// @param links events and owners that the row refers to
public record DerivedRow(
        long id, long ts, long dur, String name, String color, List<Field> columns, List<EventLink> links) {}

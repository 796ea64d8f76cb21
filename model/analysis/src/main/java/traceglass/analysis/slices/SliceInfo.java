package traceglass.analysis.slices;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.StateTime;
import traceglass.analysis.events.ThreadRef;

/// Properties of a slice on any track.
///
/// @param end end, ns; the end of the trace if it never ended
/// @param selfNs duration without its direct children
/// @param track name of the track, if it belongs to no thread
/// @param parents enclosing slices, from the direct parent to the outermost
/// @param from slices with flows to this one
/// @param to slices with flows from this one
/// @param relations children, blocking functions, and other related data
public record SliceInfo(
        long id,
        String name,
        String category,
        long ts,
        long dur,
        long end,
        long selfNs,
        Long threadDur,
        int depth,
        long trackId,
        String track,
        Optional<ThreadRef> thread,
        List<StateTime> states,
        List<EventLink> parents,
        List<EventLink> from,
        List<EventLink> to,
        List<Arg> args,
        SliceRelations relations) {}

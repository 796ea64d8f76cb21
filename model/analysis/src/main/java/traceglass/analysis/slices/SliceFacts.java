package traceglass.analysis.slices;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.StateShare;
import traceglass.analysis.events.ThreadRef;

/// A slice on any track.
///
/// @param end ns; the end of the trace for what never ended
/// @param selfNs duration less that of its direct children
/// @param track name of the track, when it belongs to no thread
/// @param parents from the direct one to the outermost
/// @param from slices whose flows lead here
/// @param to slices that flows lead to from here
/// @param more what it was made of and what held it up
public record SliceFacts(
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
        List<StateShare> states,
        List<EventLink> parents,
        List<EventLink> from,
        List<EventLink> to,
        List<Arg> args,
        SliceMore more) {}

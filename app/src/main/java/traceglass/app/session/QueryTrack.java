package traceglass.app.session;

import java.util.List;
import traceglass.analysis.debug.DebugTrackSpec;

/// Definition of debug tracks, from which they can be recreated. Immutable.
///
/// @param number number that distinguishes them from other debug tracks of the trace; part of the keys of their tracks
/// @param spec the query and the roles of its columns
/// @param setup statements that define objects used by the query, such as views; may be empty
/// @param removed keys of the tracks that the user has removed
public record QueryTrack(int number, DebugTrackSpec spec, String setup, List<String> removed) {

    public QueryTrack {
        removed = List.copyOf(removed);
    }
}

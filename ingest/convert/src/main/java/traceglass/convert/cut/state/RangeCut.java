package traceglass.convert.cut.state;

import java.io.IOException;
import java.io.OutputStream;
import traceglass.ingest.TraceInput;

/// A cut of a trace that is text, which is read twice.
public interface RangeCut {

    /// Finds what is in effect at the start of the range; returns whether there are events in it.
    boolean scan(TraceInput input) throws IOException;

    /// Writes the cut; returns whether the rest of the trace is damaged and therefore lost.
    boolean write(TraceInput input, OutputStream out) throws IOException;
}

/// A server of the Model Context Protocol: agents open traces, query them, ask why something was slow, and get pictures
/// of the timeline. Answers come from `traceglass.engine.agent` and the analysis; here they become tools, resources and
/// prompts. Only files in allowed folders are read, and only recordings, if they are allowed, write one.
@NullMarked
package traceglass.app.mcp;

import org.jspecify.annotations.NullMarked;

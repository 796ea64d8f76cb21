/// Shared helpers of recording tests: the real daemons, and a service that replays a recorded conversation.
package traceglass.record.testing;

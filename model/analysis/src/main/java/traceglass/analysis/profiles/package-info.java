/// Profiles without times, such as pprof profiles and collapsed stacks, as sources of flame graphs.
package traceglass.analysis.profiles;

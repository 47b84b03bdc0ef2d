#pragma once
// The command line of plumbline, as values.

#include "spec/base/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::app {

/// `plumbline run`.
struct RunCommand {
    std::vector<std::string> files;  ///< suites of the user's own; empty: ours
    std::string target;              ///< profile file; options go before what it says
    std::string url;                 ///< one base for all areas
    std::string control_plane_url;
    std::string export_url;
    std::string streaming_url;
    std::string region;                ///< of the profile's regions; "": its own URLs
    std::vector<std::string> servers;  ///< source description=URL
    std::string control_url;
    std::string control_token_env;
    std::string api_key_env;  ///< "": PLUMBLINE_API_KEY, if it is set
    std::string tenant;
    std::string hosting;     ///< "": the profile's, else cloud
    std::string vocabulary;  ///< file of the target's names; "": the profile's, else none
    std::string documents;   ///< folder of contract and ledger; "": those built in
    bool allow_writes = false;
    bool read_only = false;   ///< goes before every leave to write
    std::string journal_dir;  ///< "": the user's own folder for such things
    std::string ca_file;
    std::string mock;                 ///< program of the embedded mock; "": beside plumbline
    std::vector<std::string> faults;  ///< for the embedded mock
    std::string world;                ///< for the embedded mock
    std::vector<std::string> areas;
    std::vector<std::string> only;
    std::vector<std::string> skip;
    std::vector<std::string> inputs;  ///< name=value
    bool lenient_jsonpath = false;    ///< as workflow::LoadOptions has it
    std::string generated;  ///< none, patch or all; "": all where there is control and no file
    std::optional<int> max_creates;  ///< by all selected scenarios, at a target without control
    std::optional<int> jobs;         ///< if not given: many where there is control, few elsewhere
    bool strict = false;
    bool strict_cleanup = false;
    std::optional<std::uint64_t> seed;
    std::optional<double> timeout_s;
    std::optional<double> poll_interval_s;
    std::optional<double> poll_deadline_s;
    std::optional<double> consistency_wait_s;
    std::optional<double> max_rate;  ///< requests per second; 0: no cap
    std::string report_dir;
    std::vector<std::string> formats;  ///< empty: all forms
    bool quiet = false;                ///< no line per passed scenario, no progress
    std::string progress = "auto";     ///< auto, live, lines, none
    std::string color = "auto";

    [[nodiscard]] bool has_target() const {
        return !target.empty() || !url.empty() || !control_plane_url.empty() ||
               !export_url.empty() || !streaming_url.empty() || !servers.empty() || !region.empty();
    }
};

/// `plumbline lint`.
struct LintCommand {
    std::vector<std::string> files;  ///< empty: ours
    std::string documents;           ///< as RunCommand's
    std::string format = "text";     ///< one of reports::lint_forms()
    bool verbose = false;            ///< tells what every source is
};

/// `plumbline list`.
struct ListCommand {
    bool requirements = false;
    std::vector<std::string> files;
    std::vector<std::string> areas;
    std::string documents;  ///< as RunCommand's
};

/// `plumbline generate`.
struct GenerateCommand {
    std::string out;  ///< folder
    std::vector<std::string> areas;
    std::string documents;  ///< as RunCommand's
};

/// `plumbline cleanup`.
struct CleanupCommand {
    RunCommand target;                  ///< its options that name the target; no other is set
    std::string journal_dir;            ///< "": the user's own folder for such things
    std::vector<std::string> journals;  ///< files; empty: all in the folder
    bool dry_run = false;               ///< tell, and send nothing
};

/// What to do, or the text to print at once (help, version) and the exit code to end with.
struct Ready {
    std::string text;
    int exit_code = 0;
};

using Command =
    std::variant<RunCommand, LintCommand, ListCommand, GenerateCommand, CleanupCommand, Ready>;

/// Reads the command line; usage mistakes give a Ready with exit code 2 and the mend.
[[nodiscard]] Command parse_command_line(int argc, const char* const* argv);

}  // namespace plumbline::app

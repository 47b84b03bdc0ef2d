// Profiles and lists of known deviations: each is read or has an error with a position.

#include "conformance/app/profile.hpp"
#include "spec/fuzz/fuzzing.hpp"

using namespace plumbline;

namespace {

/// An error about the environment, or about a file that the profile names, has the position of the
/// profile's member.
void check_input(std::string_view text) {
    const std::string path = fuzz::file_of(text);
    if (const auto target = app::load_profile(path); !target)
        fuzz::check_position(target.error(), path, text);
    if (const auto entries = app::load_profile_deviations(path); !entries)
        PLUMBLINE_CHECK(!entries.error().message.empty(), "an error has a message");
    if (const auto entries = deviations::parse_entries(text, "a.yaml"); !entries)
        fuzz::check_position(entries.error(), "a.yaml", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    return fuzz::run(check_input, bytes, size);
}

#include "spec/sse/event.hpp"

#include <array>

namespace plumbline::sse {

std::string_view to_text(StreamWarning::StreamWarningType kind) {
    constexpr std::array<std::string_view, 9> kNames{"bom",
                                                     "bad_utf8",
                                                     "unknown_field",
                                                     "bad_id",
                                                     "bad_retry",
                                                     "second_data",
                                                     "no_data",
                                                     "extra_blank",
                                                     "unfinished"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace plumbline::sse

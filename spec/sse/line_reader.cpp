#include "spec/sse/line_reader.hpp"

#include "spec/base/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace plumbline::sse {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

}  // namespace

void LineReader::feed(std::string_view bytes) {
    PLUMBLINE_CHECK(at_ == bytes_.size(), "lines are read before more bytes are fed");
    base_ += bytes_.size();
    bytes_ = bytes;
    at_ = 0;
    lf_.is_known = false;
    cr_.is_known = false;
    if (bom_ < kDropped) take_bom();
}

/// The mark's bytes may come apart: those that turn out to be none belong to the first line.
void LineReader::take_bom() {
    while (at_ < bytes_.size() && bom_ < kDropped) {
        const auto matched = static_cast<std::size_t>(bom_);
        if (bytes_[at_] != kBom[matched]) {
            kept_ = kBom.substr(0, matched);
            is_open_ = matched > 0;
            bom_ = kNoneHere;
            return;
        }
        ++at_;
        ++bom_;
    }
}

/// A byte is looked for once in all that was fed, not once for each line: a stream without it would
/// take quadratic time.
std::size_t LineReader::find(Search& search) const {
    if (search.is_known && search.found >= at_) return search.found;
    const void* found = std::memchr(bytes_.data() + at_, search.byte, bytes_.size() - at_);
    search.found = found ? static_cast<std::size_t>(static_cast<const char*>(found) - bytes_.data())
                         : bytes_.size();
    search.is_known = true;
    return search.found;
}

Result<std::optional<Line>> LineReader::next() {
    if (!is_open_) kept_.clear();
    if (skip_lf_ && at_ < bytes_.size()) {
        if (bytes_[at_] == '\n') ++at_;
        skip_lf_ = false;
    }
    if (at_ == bytes_.size()) return std::nullopt;
    const std::size_t end = std::min(find(lf_), find(cr_));
    if (end == bytes_.size()) return keep_rest().map([] { return std::optional<Line>(); });
    Line line{bytes_.substr(at_, end - at_), base_ + at_, 0, false};
    if (is_open_) {
        kept_ += line.text;
        line = {kept_, kept_offset_, 0, true};
        is_open_ = false;
    }
    at_ = end + 1;
    if (bytes_[end] == '\r') {
        if (at_ == bytes_.size()) skip_lf_ = true;
        if (at_ < bytes_.size() && bytes_[at_] == '\n') ++at_;
    }
    line.end = base_ + at_;
    if (line.text.size() > max_line_) return too_long();
    return line;
}

Result<void> LineReader::keep_rest() {
    if (!is_open_) kept_offset_ = base_ + at_;
    is_open_ = true;
    kept_ += bytes_.substr(at_);
    at_ = bytes_.size();
    if (kept_.size() > max_line_) return too_long();
    return {};
}

tl::unexpected<Error> LineReader::too_long() const {
    return fail(ErrorCode::kLimit, fmt::format("a line is longer than {} bytes", max_line_));
}

std::optional<std::uint64_t> LineReader::open_line() const {
    if (is_open_) return kept_offset_;
    const bool is_in_bom = bom_ > 0 && bom_ < kDropped;
    return is_in_bom ? std::optional<std::uint64_t>(0) : std::nullopt;
}

}  // namespace plumbline::sse

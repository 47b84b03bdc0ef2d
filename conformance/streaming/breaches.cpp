#include "conformance/streaming/breaches.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::streaming {
namespace {

constexpr std::size_t kMaxBreaches = 20;
constexpr std::size_t kMaxArrivals = 1'024;
constexpr std::uint64_t kShownAround = 60;     ///< bytes on either side
constexpr std::uint64_t kLongestSecret = 256;  ///< that a cut may not split

std::string visible(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '\r') {
            text += "\\r";
        } else if (byte == '\n') {
            text += "\\n";
        } else if (code < 0x20 || code >= 0x7F) {
            text += fmt::format("\\x{:02x}", code);
        } else {
            text += byte;
        }
    }
    return text;
}

}  // namespace

void Trace::take(std::string_view bytes, Instant at) {
    bytes_.take(bytes);
    arrivals_.push_back({bytes_.size(), at});
    if (arrivals_.size() > kMaxArrivals) arrivals_.pop_front();
}

Duration Trace::arrival(std::uint64_t offset) const {
    const auto found = std::find_if(arrivals_.begin(),
                                    arrivals_.end(),
                                    [&](const Arrival& arrival) { return offset < arrival.end; });
    if (arrivals_.empty()) return {};
    return (found == arrivals_.end() ? arrivals_.back() : *found).at - started_;
}

bool Trace::holds_secret(std::uint64_t offset) const {
    if (!mask_) return false;
    constexpr std::uint64_t kReach = kShownAround + kLongestSecret;
    const std::string bytes = bytes_.between(offset - std::min(offset, kReach), offset + kReach);
    return mask_(bytes) != bytes;
}

std::string Trace::around(std::uint64_t offset) const {
    // Masked before it is cut: half a secret would not be known for one.
    const std::uint64_t reach = mask_ ? kShownAround + kLongestSecret : kShownAround;
    std::string before = bytes_.between(offset - std::min(offset, reach), offset);
    std::string after = bytes_.between(offset, offset + reach);
    if (mask_) {
        const std::string whole = mask_(before + after);
        before = mask_(before);
        after = mask_(after);
        if (whole != before + after) return "bytes that hold a secret";
    }
    const std::size_t cut = before.size() - std::min<std::size_t>(before.size(), kShownAround);
    return visible(std::string_view(before).substr(cut)) + ">>" +
           visible(std::string_view(after).substr(0, kShownAround));
}

std::string Trace::describe(const Spot& spot) const {
    const std::string event = spot.event > 0 ? fmt::format("event {}, ", spot.event) : "";
    const double ms = std::chrono::duration<double, std::milli>(arrival(spot.offset)).count();
    return fmt::format("{}byte {} of the body, {:.1f} ms after the request: {}",
                       event,
                       spot.offset,
                       ms,
                       around(spot.offset));
}

void Breaches::add(Rule rule, Details details) {
    const RuleRow& row = row_of(rule);
    checks::Observation one;
    one.finding.code = row.code;
    one.finding.where = where_;
    one.finding.expected = details.expected.empty() ? std::string(row.text) : details.expected;
    one.finding.requirements = requirements_of(row, details, one.basis);
    broken_.insert(one.finding.requirements.begin(), one.finding.requirements.end());
    for (Kept& kept : kept_) {
        const reports::Finding& known = kept.observation.finding;
        if (known.code != one.finding.code || known.expected != one.finding.expected) continue;
        ++kept.more;
        return;
    }
    if (kept_.size() >= kMaxBreaches) {
        ++left_out_;
        return;
    }
    // What was found may be told by a part of the bytes, and so by a part of a secret.
    const bool is_secret = details.spot && trace_.holds_secret(details.spot->offset);
    one.finding.got = is_secret ? "bytes that hold a secret" : std::move(details.got);
    if (details.spot) one.finding.note = trace_.describe(*details.spot);
    kept_.push_back({std::move(one)});
}

std::vector<std::string> Breaches::requirements_of(const RuleRow& row,
                                                   const Details& details,
                                                   Basis& basis) const {
    // What no document states follows from the protocols that it names.
    basis = Basis::kImplied;
    if (details.item) {
        basis = details.item->basis;
        return details.requirements.empty() ? details.item->requirements : details.requirements;
    }
    std::vector<std::string> ids;
    if (!stream_) return ids;
    for (const std::string_view word : row.words) {
        const StreamRule* stated = stream_->rule(word);
        if (!stated) continue;
        if (word == row.words.front()) basis = stated->basis;
        ids.insert(ids.end(), stated->requirements.begin(), stated->requirements.end());
    }
    return ids;
}

checks::Judged Breaches::take() {
    checks::Judged judged;
    for (Kept& kept : kept_) {
        reports::Finding& finding = kept.observation.finding;
        if (kept.more > 0)
            reports::add_note(finding, fmt::format("and {} more like it", kept.more));
        judged.broken.push_back(std::move(kept.observation));
    }
    if (left_out_ > 0)
        reports::add_note(judged.broken.back().finding,
                          fmt::format("and {} findings of other kinds", left_out_));
    std::set<std::string> held;
    for (const std::string& word : words_) {
        if (const StreamRule* rule = stream_ ? stream_->rule(word) : nullptr)
            held.insert(rule->requirements.begin(), rule->requirements.end());
    }
    for (const StreamItem* item : items_)
        held.insert(item->requirements.begin(), item->requirements.end());
    std::set_difference(held.begin(),
                        held.end(),
                        broken_.begin(),
                        broken_.end(),
                        std::back_inserter(judged.verified));
    kept_.clear();
    return judged;
}

}  // namespace plumbline::streaming
